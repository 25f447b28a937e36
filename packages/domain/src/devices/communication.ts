/** Longest time (ms) since the last message at which a device still counts as in contact (specification 2, section 9). */
export const CONTACT_LIMIT_MS = 300_000

/**
 * Contact of a device, or of a machine by its primary devices, with the server, by the times (epoch ms) at which the server
 * received messages: first, last, and the gaps between.
 */
export interface Contact {
  readonly firstAt: number
  readonly lastAt: number
  /**
   * Gaps `[from, to)` from one message to the next, ascending. Those of a device are longer than `CONTACT_LIMIT_MS`; those of a
   * machine may be shorter where its primary device changes.
   */
  readonly gaps: readonly { readonly from: number; readonly to: number }[]
}

/** Interval of contact `[from, to)` in epoch ms; `to` is null while the contact lasts. */
export interface Connected {
  readonly from: number
  readonly to: number | null
}

/**
 * Returns the intervals in which a device was in contact, as of `now` (epoch ms), ascending and clipped to `period`. In each
 * of them messages are at most `CONTACT_LIMIT_MS` apart. If the last message is at most that old, the last interval lasts
 * until now, with `to` null unless the period ends before now. Otherwise it ends with the last message. A message with a gap
 * on both sides makes no interval.
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
