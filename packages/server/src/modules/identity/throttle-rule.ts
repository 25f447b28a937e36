/** So many failures in any stretch of this length; what lies in the window before counts by the part that is still in it. */
export interface Limit {
  readonly most: number
  readonly windowMs: number
}

/** Attempts in this window, the present one included, and in the one before. */
export interface Counts {
  readonly count: number
  readonly before: number
}

export const windowOf = (now: number, { windowMs }: Limit): number => Math.floor(now / windowMs) * windowMs

/**
 * How long (ms) somebody has to wait whose attempt was just counted; 0: they need not. The counts of two fixed windows stand for a
 * sliding one, so that servers need nothing of each other but two numbers.
 */
export function waitMs({ count, before }: Counts, limit: Limit, now: number): number {
  const { most, windowMs } = limit
  const intoMs = now - windowOf(now, limit)
  // In whole numbers, so that who comes when told to is not a rounding too early.
  if (before * (windowMs - intoMs) <= (most - count) * windowMs) return 0
  // One more would pass in this window once enough of the one before is out of sight,
  if (count + 1 <= most) return Math.max(1, windowMs - Math.floor(((most - count - 1) * windowMs) / before) - intoMs)
  // or in the next one, when enough of this is.
  return windowMs - intoMs + Math.max(0, windowMs - Math.floor(((most - 1) * windowMs) / count))
}
