const MINUTE_MS = 60_000
const PERIOD_MS = 20 * 24 * 3_600_000

/**
 * Returns the time in ms by which a wrong clock is ahead at the true time `at` (epoch ms): from 6 minutes up to 9 and down again
 * once in 20 days.
 */
export function aheadMs(at: number): number {
  const phase = ((at % PERIOD_MS) / PERIOD_MS) * 2
  return Math.round((6 + 3 * (phase < 1 ? phase : 2 - phase)) * MINUTE_MS)
}
