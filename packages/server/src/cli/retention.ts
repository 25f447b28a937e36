const LEAST_DAYS = 31
/** Largest number of days. The instant so many days ago exists, and the column of the database can store the number. */
const MOST_DAYS = 36_500

/**
 * Parses the number of days for which a company keeps single events, from 31 to 36,500. Null for `forever`; undefined for any
 * other text, or none.
 */
export function daysOf(text: string | undefined): number | null | undefined {
  if (text === 'forever') return null
  const days = Number(text)
  return /^\d+$/.test(text ?? '') && days >= LEAST_DAYS && days <= MOST_DAYS ? days : undefined
}
