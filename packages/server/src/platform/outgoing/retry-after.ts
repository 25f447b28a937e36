const longestMs = 3_600_000

/**
 * Returns the time that a `Retry-After` header demands from `now` (epoch ms), in ms and at most an hour. The header has seconds
 * or a date. Null if it is missing, malformed, or demands no time.
 */
export function retryAfterMs(header: string | null | undefined, now: number): number | null {
  const text = header?.trim() ?? ''
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(waitMs) || waitMs <= 0 ? null : Math.min(waitMs, longestMs)
}
