import { DAY_MS, HOUR_MS } from '../time/index.ts'

/**
 * Longest time (ms) between an event's own time and its receipt at which the event counts as live: the clock of its device is
 * right.
 */
export const LIVE_MS = 24 * HOUR_MS
/**
 * Time (ms, 400 days) before a device was added: an event of a live device that is older than this, and whose time lies in no
 * assignment, shows that the device's clock fell back.
 */
export const RESET_MARGIN_MS = 400 * DAY_MS

/** A span of an assignment: `[from, to)` in epoch ms, `to` null while it lasts. */
interface Tenure {
  readonly from: number
  readonly to: number | null
}

/** Facts about a device that decide if an old event is history or comes from a clock that fell back. */
export interface ClockHistory {
  /** Instant at which the device was added (epoch ms). */
  readonly addedAt: number
  /** True once an accepted event of the device was live. */
  readonly hasBeenLive: boolean
  readonly assignments: readonly Tenure[]
}

/** Returns true when an event was received at most 24 hours after or before its own time `at`, inclusive (both epoch ms). */
export function isLive(at: number, receivedAt: number): boolean {
  return Math.abs(receivedAt - at) <= LIVE_MS
}

/**
 * Returns the earliest instant (epoch ms) about which an event reports: `since` of a ping if it is earlier, else the event's
 * own time.
 */
export function earliestTime({ occurredAt, since }: { occurredAt: number; since: number | null }): number {
  return since === null ? occurredAt : Math.min(occurredAt, since)
}

/**
 * Returns true when an event at `at` (epoch ms) shows that the clock of its device fell back (domain, section 1): the device
 * has been live, `at` lies more than 400 days before the device was added, and no assignment is in force at `at`. Unlike in
 * `assignmentAt`, the first assignment does not reach back before its start.
 */
export function isClockReset(at: number, { addedAt, hasBeenLive, assignments }: ClockHistory): boolean {
  if (!hasBeenLive || at >= addedAt - RESET_MARGIN_MS) return false
  return !assignments.some(({ from, to }) => from <= at && (to === null || at < to))
}

/** Times (epoch ms) of an event. A ping states that the contact lasted from `since` to `occurredAt`; null for other events. */
export interface TimedEvent {
  readonly occurredAt: number
  readonly since: number | null
}

/**
 * Result of a check of events: those that show a clock that fell back, in the order in which the device sent them, and the mark
 * of a device that has been live.
 */
export interface ClockVerdict<Event> {
  readonly resets: readonly Event[]
  /** True when the device has been live before these events or became live with one of them. */
  readonly hasBeenLive: boolean
}

/**
 * Returns the events of one message that show a clock that fell back, and if the device has been live by now. `events` are in
 * the order of the message, received at `receivedAt` (epoch ms). A live event counts for the events after it, never for those
 * before it. So the result does not depend on how events are divided into messages.
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
