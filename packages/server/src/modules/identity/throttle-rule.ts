/**
 * Limit of failures: at most `most` within any `windowMs`. Those of the previous fixed window are counted in proportion to the
 * part of that window that is within the last `windowMs`.
 */
export interface Limit {
  readonly most: number
  readonly windowMs: number
}

/** Numbers of attempts: in the present fixed window, with the one just counted, and in the window before. */
export interface Counts {
  readonly count: number
  readonly before: number
}

/** Returns the start (epoch ms) of a limit's window that contains `now`; windows begin at multiples of their length (UTC). */
export const windowOf = (now: number, { windowMs }: Limit): number => Math.floor(now / windowMs) * windowMs

/**
 * Returns the time (ms) that an attempt just counted has to wait; 0: it passes. Two fixed windows approximate a sliding one, so
 * that servers share only two numbers.
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

/** Numbers of attempts with the limit that applies to them. */
export interface Tried extends Counts {
  readonly limit: Limit
}

/** Numbers of attempts from a place (a browser, a network) on one account. `isOwn`: the account was signed in to from there. */
export interface TriedPlace extends Tried {
  readonly isOwn: boolean
}

/**
 * Returns the wait of an attempt in ms (the longest of all limits; 0: it passes). `isChecked` is true if its password is to be
 * checked: the attempt passes, or it comes from an own place of the account within the limit of that place. So nobody elsewhere
 * can lock an account out of its own places.
 */
export function decideAttempt(
  all: readonly Tried[],
  places: readonly TriedPlace[],
  now: number,
): { readonly waitMs: number; readonly isChecked: boolean } {
  const wait = Math.max(0, ...all.map((tried) => waitMs(tried, tried.limit, now)))
  return {
    waitMs: wait,
    isChecked: wait === 0 || places.some((place) => place.isOwn && place.count <= place.limit.most),
  }
}

/**
 * Returns true for an attempt that is above the limit while the one before it, at the same instant, would not be. A window may
 * have several, as the failures of the window before fade.
 */
export function isFirstAbove({ count, before, limit }: Tried, now: number): boolean {
  return waitMs({ count, before }, limit, now) > 0 && waitMs({ count: count - 1, before }, limit, now) === 0
}
