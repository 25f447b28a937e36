/** A device is out of contact when its last message is longer ago than this (specification 2, section 9). */
export const CONTACT_LIMIT_MS = 300_000

/** Contact of a device as it was lived: from the first on, with the gaps of more than the limit that it had. */
export interface Contact {
  readonly firstAt: number
  readonly lastAt: number
  /** `[from, to)` from one message to the next; ascending, each longer than the limit. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[]
}

/** A stretch of contact; `to` null while it lasts. */
export interface Connected {
  readonly from: number
  readonly to: number | null
}

/**
 * The stretches in which a device was in contact, as of `now`, clipped to `[from, to)`: between messages at most the
 * limit apart. The last one goes on while the last message is at most the limit ago, and then ended with that message.
 * A message that stood alone makes none.
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
