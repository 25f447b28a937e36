/** Longest time (ms) since the last message at which a device still counts as in contact (specification 2, section 9). */
export const CONTACT_LIMIT_MS = 300_000

/** Contact of a device with the server, by times of receipt: the first and last message, and the gaps longer than the limit. */
export interface Contact {
  readonly firstAt: number
  readonly lastAt: number
  /** Gaps `[from, to)` from one message to the next; ascending, each longer than the limit. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[]
}

/** Interval of contact; `to` is null while it lasts. */
export interface Connected {
  readonly from: number
  readonly to: number | null
}

/**
 * Returns the intervals in which a device was in contact, as of `now`, clipped to `period`. In each of them messages are at
 * most the limit apart. The last one is open while the last message is at most the limit ago; after that it ends with that
 * message. A single message without a neighbour makes no interval.
 */
export function connectedIntervals(
  contact: Contact,
  period: { readonly from: number; readonly to: number },
  now: number,
): Connected[] {
  const starts = [contact.firstAt, ...contact.gaps.map((gap) => gap.to)]
  const goesOn = now - contact.lastAt <= CONTACT_LIMIT_MS
  return starts.flatMap((startedAt, i) => {
    const gap = contact.gaps[i]
    const lasts = gap === undefined && goesOn
    const endedAt = gap?.from ?? (goesOn ? now : contact.lastAt)
    const from = Math.max(startedAt, period.from)
    const to = Math.min(endedAt, period.to)
    if (to <= from) return []
    return [{ from, to: lasts && period.to >= now ? null : to }]
  })
}
