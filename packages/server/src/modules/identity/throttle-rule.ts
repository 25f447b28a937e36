/**
 * Limit of failures: at most `most` within any `windowMs`. Failures of the previous fixed window count by the share of it that is
 * still within `windowMs`.
 */
export interface Limit {
  readonly most: number
  readonly windowMs: number
}

/** Attempts in the present fixed window, including the one just counted, and in the window before. */
export interface Counts {
  readonly count: number
  readonly before: number
}

export const windowOf = (now: number, { windowMs }: Limit): number => Math.floor(now / windowMs) * windowMs

/**
 * Returns how many ms an attempt just counted has to wait; 0: it passes. Two fixed windows approximate a sliding one,
 * so that servers share only two numbers.
 */
export function waitMs({ count, before }: Counts, limit: Limit, now: number): number {
  const { most, windowMs } = limit
  const intoMs = now - windowOf(now, limit)
  // Whole numbers avoid that a caller who waited exactly as told is refused by rounding.
  if (before * (windowMs - intoMs) <= (most - count) * windowMs) return 0
  // The next attempt passes in this window once enough of the previous window is out of range,
  if (count + 1 <= most) return Math.max(1, windowMs - Math.floor(((most - count - 1) * windowMs) / before) - intoMs)
  // or in the next window, once enough of this one is.
  return windowMs - intoMs + Math.max(0, windowMs - Math.floor(((most - 1) * windowMs) / count))
}
