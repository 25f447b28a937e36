const MINUTE_MS = 60_000

/** How far ahead of the server an event may be and still be stored at once. */
export const SOON_MS = 5 * MINUTE_MS
/** How far ahead an event may be and still be released by itself when its time has come. */
export const HOLD_MS = 24 * 60 * MINUTE_MS
/** Before this instant (2000-01-01Z) a clock has not been set. */
export const CLOCK_SET_FROM = 946_684_800_000

/**
 * - `now`: store and tell;
 * - `soon`: store now, tell once now reaches it;
 * - `hold`: quarantine until its own time, then release by itself;
 * - `hold_admin`: quarantine; only an admin releases it;
 * - `clock_not_set`: quarantine.
 */
export type TimeJudgement = 'now' | 'soon' | 'hold' | 'hold_admin' | 'clock_not_set'

/** Judges an event's own time `at` against the server's `now`, both epoch ms, both limits inclusive (domain, section 1). */
export function judgeTime(at: number, now: number): TimeJudgement {
  if (at < CLOCK_SET_FROM) return 'clock_not_set'
  const aheadMs = at - now
  if (aheadMs <= 0) return 'now'
  if (aheadMs <= SOON_MS) return 'soon'
  return aheadMs <= HOLD_MS ? 'hold' : 'hold_admin'
}
