const MINUTE_MS = 60_000

/** Longest time (ms) an event may be ahead of the server and still be stored at once. */
export const SOON_MS = 5 * MINUTE_MS
/** Longest time (ms) an event may be ahead and still be released automatically when its time has come. */
export const HOLD_MS = 24 * 60 * MINUTE_MS
/** Instant (2000-01-01Z) before which a device clock counts as not set. */
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
 * Compares an event's own time `at` with the server's `now` and decides about the event (domain, section 1). Both are epoch ms;
 * both limits are inclusive.
 */
export function checkEventTime(at: number, now: number): TimeVerdict {
  if (at < CLOCK_SET_FROM) return 'clock_not_set'
  const aheadMs = at - now
  if (aheadMs <= 0) return 'now'
  if (aheadMs <= SOON_MS) return 'soon'
  return aheadMs <= HOLD_MS ? 'hold' : 'hold_admin'
}
