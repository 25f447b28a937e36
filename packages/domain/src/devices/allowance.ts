/** How fast a device may speak: so many events (or bytes) per second in the long run, so many at once; whole numbers. */
export interface Allowance {
  readonly perSecond: number
  readonly burst: number
}

/** What is left of an allowance at an instant (ms of any steady clock). */
export interface Bucket {
  /** In thousandths of an event, so that it is exact; below 0 it is owed. */
  readonly leftThousandths: number
  readonly at: number
}

export const DEFAULT_ALLOWANCE: Allowance = { perSecond: 500, burst: 50_000 }

/**
 * Whether a device may send `events` more at `now`, given what it had left (null: it has not sent anything), and what is
 * left then. A batch above the whole burst passes when nothing of the burst is used, and is owed afterwards, so that the
 * long run holds. When refused, nothing is taken and `retryAfterMs` (whole ms, at least 1) says when it will pass.
 */
export function spendAllowance(
  bucket: Bucket | null,
  events: number,
  now: number,
  { perSecond, burst }: Allowance = DEFAULT_ALLOWANCE,
): { readonly bucket: Bucket; readonly retryAfterMs: number | null } {
  const full = burst * 1000
  const elapsedMs = bucket === null ? 0 : Math.max(0, now - bucket.at)
  const left = bucket === null ? full : Math.min(full, bucket.leftThousandths + elapsedMs * perSecond)
  const missing = Math.min(events * 1000, full) - left
  if (missing > 0) return { bucket: { leftThousandths: left, at: now }, retryAfterMs: Math.ceil(missing / perSecond) }
  return { bucket: { leftThousandths: left - events * 1000, at: now }, retryAfterMs: null }
}
