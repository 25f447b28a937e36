import { DAY_MS } from '@millwatch/domain/time'
import { Invalid } from '../errors.ts'

const MOST_DAYS = 1000
/** Dates by day since 1970, of the days formatted so far. Formatting a date costs much more than formatting the time of day. */
const dates = new Map<number, string>()

/**
 * Returns an instant (epoch ms) as ISO 8601 in UTC with milliseconds, as answers of the API have it; a fraction of a ms is cut
 * off.
 */
export function toIso(at: number): string {
  const day = Math.floor(at / DAY_MS)
  const ms = at - day * DAY_MS
  const date = dateOf(day)
  const s = Math.floor(ms / 1000)
  return `${date}T${two[Math.floor(s / 3600)]}:${two[Math.floor(s / 60) % 60]}:${two[s % 60]}.${three[Math.floor(ms % 1000)]}Z`
}

const padded = (count: number, length: number): string[] =>
  Array.from({ length: count }, (_, value) => String(value).padStart(length, '0'))
/** Texts of numbers with leading zeros. They are kept because a report has 100,000 instants. */
const two = padded(60, 2)
const three = padded(1000, 3)

/** Returns the date of a day, given as the number of days since 1970, as ISO 8601 (`2026-11-28`). */
export function dateOf(day: number): string {
  const stored = dates.get(day)
  if (stored !== undefined) return stored
  const date = Temporal.Instant.fromEpochMilliseconds(day * DAY_MS)
    .toString()
    .slice(0, -'T00:00:00Z'.length)
  if (dates.size >= MOST_DAYS) dates.clear()
  dates.set(day, date)
  return date
}

export function toIsoOrNull(at: number | null): string | null {
  return at === null ? null : toIso(at)
}

/**
 * Returns the epoch ms of an ISO 8601 instant with zone in a request; throws `Invalid` with `path` if it is malformed.
 */
export function fromIso(text: string, path: string): number {
  try {
    return Temporal.Instant.from(text).epochMilliseconds
  } catch {
    throw new Invalid(path)
  }
}
