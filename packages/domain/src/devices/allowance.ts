/**
 * Limit on the rate of a device: events (or bytes) per second over a long time, and the largest burst at once. Whole numbers.
 */
export interface Allowance {
  readonly perSecond: number
  readonly burst: number
}

/** Unused part of an allowance at an instant (ms of any steady clock). */
export interface AllowanceState {
  /** Unused part in thousandths of an event, so that it is exact. Below 0 the device must wait until it is paid back. */
  readonly leftThousandths: number
  readonly at: number
}

export const DEFAULT_ALLOWANCE: Allowance = { perSecond: 500, burst: 50_000 }

/**
 * Takes `events` from the allowance of a device at `now`, or refuses them; `bucket` null: the device has sent nothing yet. A
 * batch larger than the whole burst passes when the burst is unused, and the excess is paid back later. On refusal nothing is
 * taken, and `retryAfterMs` (whole ms, at least 1) is the time until it will pass.
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
