const MINUTE = 60_000
const PERIOD_MS = 20 * 24 * 3_600_000

/** Returns how far (ms) a clock that nobody sets is ahead at the true time `at`: it drifts between 6 and 9 minutes and back. */
export function aheadMs(at: number): number {
  const phase = ((at % PERIOD_MS) / PERIOD_MS) * 2
  return Math.round((6 + 3 * (phase < 1 ? phase : 2 - phase)) * MINUTE)
}
