const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Longest time (ms) between an event's own time and its receipt for which the event counts as live, so that the clock
 * of its device is right.
 */
export const LIVE_MS = 24 * HOUR_MS
/** Time (ms) before a device was added: an older event of a live device shows that its clock fell back. */
export const RESET_MARGIN_MS = 400 * DAY_MS

/** A span of an assignment: `[from, to)` in epoch ms, `to` null while it lasts. */
interface Tenure {
  readonly from: number
  readonly to: number | null
}

/** The facts about a device that decide whether an old event is history or a clock that fell back. */
export interface ClockHistory {
  /** Instant at which the device was added (epoch ms). */
  readonly addedAt: number
  /** True once an accepted event of the device was live. */
  readonly hasBeenLive: boolean
  readonly assignments: readonly Tenure[]
}

/** Returns true when an event at `at` was received within 24 hours, inclusive (both epoch ms). */
export function isLive(at: number, receivedAt: number): boolean {
  return Math.abs(receivedAt - at) <= LIVE_MS
}

/** Returns the earliest time that an event speaks of: a ping with `since` is evidence from `since` on. */
export function earliestTime({ occurredAt, since }: { occurredAt: number; since: number | null }): number {
  return since === null ? occurredAt : Math.min(occurredAt, since)
}

/**
 * Returns true when an event at `at` (epoch ms) shows that the clock of its device fell back (domain, section 1): the
 * device has been live, `at` lies more than 400 days before it was added, and no assignment is in force at `at`. The
 * first assignment does not reach back before its own start here, although older events belong to it.
 */
export function isClockReset(at: number, { addedAt, hasBeenLive, assignments }: ClockHistory): boolean {
  if (!hasBeenLive || at >= addedAt - RESET_MARGIN_MS) return false
  return !assignments.some(({ from, to }) => from <= at && (to === null || at < to))
}

/** One event as `findClockResets` reads it. */
export interface TimedEvent {
  readonly occurredAt: number
  readonly since: number | null
}

/** The verdicts on the events of one device, in the order in which they were sent. */
export interface ClockVerdict<Event> {
  readonly resets: readonly Event[]
  /** True when the device has been live before these events or became live with one of them. */
  readonly hasBeenLive: boolean
}

/**
 * Finds the events of one message that show a clock that fell back. Events count in their order in the message: one that is
 * live speaks for those behind it, never for those before it. The verdicts are the same however messages are cut.
 */
export function findClockResets<Event extends TimedEvent>(
  events: readonly Event[],
  receivedAt: number,
  history: ClockHistory,
): ClockVerdict<Event> {
  let { hasBeenLive } = history
  const resets: Event[] = []
  for (const event of events) {
    if (isClockReset(earliestTime(event), { ...history, hasBeenLive })) resets.push(event)
    else hasBeenLive ||= isLive(event.occurredAt, receivedAt)
  }
  return { resets, hasBeenLive }
}
