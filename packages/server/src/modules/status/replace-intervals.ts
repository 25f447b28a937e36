import type { Interval } from '@millwatch/domain/status'
import type { IntervalChanges, StoredInterval } from './store.ts'

export interface IntervalReplacement extends Omit<IntervalChanges, 'equipmentId'> {
  /** Intervals after the change, in order of time; `id` is 0 for those still to be added. */
  readonly now: StoredInterval[]
  /** Range in which the timeline changed; null: it did not change. */
  readonly touched: Touched | null
}

/** Range of a machine's time in which stored data changed, `[from, to)` in epoch ms; `to` null: without end. */
export interface Touched {
  readonly from: number
  readonly to: number | null
}

/** Returns the smallest range that contains both ranges. If one is null, returns the other one; null if both are. */
export function touchedTogether(a: Touched | null, b: Touched | null): Touched | null {
  if (a === null || b === null) return a ?? b
  return { from: Math.min(a.from, b.from), to: a.to === null || b.to === null ? null : Math.max(a.to, b.to) }
}

/**
 * Returns the changes of stored intervals by which the range from `from` to `until` (epoch ms; null: up to the open end) gets the
 * `computed` intervals; stores nothing. `stored` are the intervals that touch or meet that range, in order. Adjacent intervals of
 * equal status are joined. An interval keeps its id if its start does not change.
 */
export function replaceIntervals(
  stored: readonly StoredInterval[],
  computed: readonly Interval[],
  { from, until }: { from: number; until: number | null },
): IntervalReplacement {
  const wanted: Interval[] = []
  for (const interval of stored)
    if (interval.startedAt < from) append(wanted, { ...interval, endedAt: earlier(interval.endedAt, from) })
  for (const interval of computed) append(wanted, interval)
  if (until !== null) {
    for (const interval of stored) {
      if (interval.endedAt === null || interval.endedAt > until) {
        append(wanted, { ...interval, startedAt: Math.max(interval.startedAt, until) })
      }
    }
  }
  return difference(stored, wanted)
}

/** Appends an interval to `intervals`, or extends the last one if that has the same status and ends where the new one starts. */
function append(intervals: Interval[], { status, startedAt, endedAt }: Interval): void {
  const last = intervals.at(-1)
  if (last !== undefined && last.status === status && last.endedAt === startedAt) {
    intervals[intervals.length - 1] = { status, startedAt: last.startedAt, endedAt }
  } else intervals.push({ status, startedAt, endedAt })
}

function difference(stored: readonly StoredInterval[], wanted: readonly Interval[]): IntervalReplacement {
  const byStart = new Map(stored.map((interval) => [interval.startedAt, interval]))
  const changed: StoredInterval[] = []
  const added: Interval[] = []
  let touched: Touched | null = null
  const touch = (from: number | null, to: number | null) => {
    if (from !== null && from !== to) touched = touchedTogether(touched, { from, to })
  }
  const now = wanted.map((interval) => {
    const sameStart = byStart.get(interval.startedAt)
    if (sameStart === undefined) {
      added.push(interval)
      touch(interval.startedAt, interval.endedAt)
      return { ...interval, id: 0 }
    }
    byStart.delete(interval.startedAt)
    if (sameStart.status === interval.status && sameStart.endedAt === interval.endedAt) return sameStart
    const change = { ...interval, id: sameStart.id }
    changed.push(change)
    const kept = sameStart.status === interval.status
    touch(
      kept ? firstOf(sameStart.endedAt, interval.endedAt) : sameStart.startedAt,
      lastOf(sameStart.endedAt, interval.endedAt),
    )
    return change
  })
  const removed = [...byStart.values()]
  for (const { startedAt, endedAt } of removed) touch(startedAt, endedAt)
  return { removed: removed.map((interval) => interval.id), changed, added, now, touched }
}

/** Returns the earlier of two ends (epoch ms); null is an open end and later than all others. */
const firstOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)
const lastOf = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : Math.max(a, b))

const earlier = (endedAt: number | null, at: number): number => (endedAt === null ? at : Math.min(endedAt, at))
