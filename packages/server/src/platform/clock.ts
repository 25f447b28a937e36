/** Clock of the program. All other code takes it as a parameter; only this file reads the time of the machine. */
export interface Clock {
  /** Present time (epoch ms). Follows the wall clock, so it may jump. */
  now(): number
  /** Milliseconds since a fixed moment; never goes backwards. Used to measure durations. */
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

/**
 * Returns a clock for tests, which stands still until `set` or `advance` moves it; `startAt` is epoch ms. Its monotonic time
 * begins at 0, grows with each step forward, and stays unchanged when the clock is set back.
 */
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
