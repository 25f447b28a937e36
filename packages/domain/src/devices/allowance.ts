/**
 * Limit on the rate of a device, in events (or in bytes): `perSecond` on average over a long time, and `burst` at once. Whole
 * numbers.
 */
export interface Allowance {
  readonly perSecond: number
  readonly burst: number
}

/** Unused part of an allowance as of the instant `at`: ms of a clock that never goes back and may begin anywhere. */
export interface AllowanceState {
  /** Unused part in thousandths of an event, so that it is exact. Below 0 the device must wait until it is paid back. */
  readonly leftThousandths: number
  readonly at: number
}

export const DEFAULT_ALLOWANCE: Allowance = { perSecond: 500, burst: 50_000 }

/**
 * Takes `events` (or bytes) from an allowance at `now` (ms), or refuses all of them. Returns the new state, also after a
 * refusal, and `retryAfterMs`: null when they were taken, else the time in whole ms, at least 1, after which they pass.
 * `bucket` null means that nothing was sent yet, so the whole burst is unused. A batch larger than the burst passes when the
 * burst is unused; later batches wait until the excess is made up. The arguments are not changed.
 */
export function spendAllowance(
  bucket: AllowanceState | null,
  events: number,
  now: number,
  { perSecond, burst }: Allowance = DEFAULT_ALLOWANCE,
): { readonly bucket: AllowanceState; readonly retryAfterMs: number | null } {
  const full = burst * 1000
  const elapsedMs = bucket === null ? 0 : Math.max(0, now - bucket.at)
  const left = bucket === null ? full : Math.min(full, bucket.leftThousandths + elapsedMs * perSecond)
  const missing = Math.min(events * 1000, full) - left
  if (missing > 0) return { bucket: { leftThousandths: left, at: now }, retryAfterMs: Math.ceil(missing / perSecond) }
  return { bucket: { leftThousandths: left - events * 1000, at: now }, retryAfterMs: null }
}
