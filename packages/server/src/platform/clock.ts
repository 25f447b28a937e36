/** Time as the program sees it; the only place that asks the machine what time it is. */
export interface Clock {
  /** Now, epoch milliseconds. Follows the wall clock, so it may jump. */
  now(): number
  /** Milliseconds since some fixed moment; never goes backwards. For measuring how long something took. */
  monotonicMs(): number
}

export interface ManualClock extends Clock {
  set(at: number): void
  advance(ms: number): void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
}

/** A clock for tests: stands still until it is moved. */
export function manualClock(startAt: number): ManualClock {
  let at = startAt
  let elapsedMs = 0
  return {
    now: () => at,
    monotonicMs: () => elapsedMs,
    set(to) {
      elapsedMs += Math.max(0, to - at)
      at = to
    },
    advance(ms) {
      elapsedMs += Math.max(0, ms)
      at += ms
    },
  }
}
