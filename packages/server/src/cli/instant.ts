import { StartError } from '../platform/start-error.ts'

/**
 * Parses a date such as `2026-11-24` (midnight UTC), or an instant with its zone such as `2026-11-24T06:00Z` or
 * `2026-11-24T08:00:00+02:00`, and returns epoch ms. Throws a start error for any other text, a time without a zone, and a day
 * that does not exist.
 */
export function requireInstant(typed: string): number {
  const text = /^\d{4}-\d\d-\d\d$/.test(typed) ? `${typed}T00:00Z` : typed
  try {
    return Temporal.Instant.from(text).epochMilliseconds
  } catch (error) {
    throw new StartError(`Not a date: ${typed}. Examples: 2026-11-24, 2026-11-24T06:00:00Z`, error)
  }
}
