import { DAY_MS, MINUTE_MS } from '@millwatch/domain/time'

const PERIOD_MS = 20 * DAY_MS

/**
 * Returns the time in ms by which a wrong clock is ahead at the true time `at` (epoch ms): from 6 minutes up to 9 and down again
 * once in 20 days.
 */
export function aheadMs(at: number): number {
  const phase = ((at % PERIOD_MS) / PERIOD_MS) * 2
  return Math.round((6 + 3 * (phase < 1 ? phase : 2 - phase)) * MINUTE_MS)
}
