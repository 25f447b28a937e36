import { MINUTE_MS } from '../time/index.ts'

/** Longest time (ms) by which an event may be ahead of the server's clock and is still stored at once. */
export const SOON_MS = 5 * MINUTE_MS
/**
 * Longest time (ms) by which an event may be ahead of the server's clock and is still released without an admin at its own
 * time.
 */
export const HOLD_MS = 24 * 60 * MINUTE_MS
/** Instant (epoch ms, 2000-01-01Z) before which the clock of a device counts as not set. */
export const CLOCK_SET_FROM = 946_684_800_000

/**
 * Decision about an event by its time:
 * - `now`: store it and compute status from it;
 * - `soon`: store it now, compute status from it once now reaches its time;
 * - `hold`: quarantine it until its own time, then release it automatically;
 * - `hold_admin`: quarantine it; only an admin releases it;
 * - `clock_not_set`: quarantine it.
 */
export type TimeVerdict = 'now' | 'soon' | 'hold' | 'hold_admin' | 'clock_not_set'

/**
 * Decides what to do with an event by its own time `at` and the server's `now`, both epoch ms (domain, section 1). An event
 * exactly `SOON_MS` or `HOLD_MS` ahead is still within that limit.
 */
export function checkEventTime(at: number, now: number): TimeVerdict {
  if (at < CLOCK_SET_FROM) return 'clock_not_set'
  const aheadMs = at - now
  if (aheadMs <= 0) return 'now'
  if (aheadMs <= SOON_MS) return 'soon'
  return aheadMs <= HOLD_MS ? 'hold' : 'hold_admin'
}
