import { msWithin, type Range } from '../time/index.ts'
import type { Interval, Status } from './types.ts'

/** Segment of a chart: one interval, or several merged ones that are each narrower than a pixel. */
export type Drawn<T extends Interval> = { readonly interval: T } | Several

/** Merged neighbours that are each narrower than a pixel, with the time of each status among them. Instants are epoch ms. */
export interface Several {
  readonly startedAt: number
  readonly endedAt: number
  /** Number of merged intervals, two at least. */
  readonly count: number
  /** Milliseconds by status; nothing is rounded. */
  readonly ms: Readonly<Record<Status, number>>
  /** The part of `ms` that lies outside the schedule. */
  readonly unscheduledMs: Readonly<Record<Status, number>>
}

/**
 * Returns the segments that `width` pixels can show of intervals in time order; `from` and `to` are the ends of the chart. An
 * interval of at least a pixel, and an open one, becomes a segment of its own. Shorter ones without a gap between them are merged
 * until together they fill a pixel; a merged segment has the time of each status, and how much of it lies in `unscheduled`, the
 * time outside the schedule (ascending, without overlaps). Nothing is clipped at the ends of the chart.
 */
export function drawnIntervals<T extends Interval>(
  intervals: readonly T[],
  { from, to }: Range,
  width: number,
  unscheduled: readonly Range[] = [],
): Drawn<T>[] {
  const segments: Drawn<T>[] = []
  let short: T[] = []
  const finish = (): void => {
    const [first, ...others] = short
    if (first !== undefined) segments.push(others.length === 0 ? { interval: first } : severalOf(short, unscheduled))
    short = []
  }
  for (const interval of intervals) {
    const { startedAt, endedAt } = interval
    if (short.length > 0 && short.at(-1)?.endedAt !== startedAt) finish()
    // Compared without division: a pixel is (to - from) / width long.
    if (endedAt === null || (endedAt - startedAt) * width >= to - from) {
      finish()
      segments.push({ interval })
      continue
    }
    short.push(interval)
    if ((endedAt - (short[0] as T).startedAt) * width >= to - from) finish()
  }
  finish()
  return segments
}

/**
 * Returns one segment for closed intervals that follow each other, at least one, with the time of each status in and outside the
 * schedule.
 */
function severalOf(intervals: readonly Interval[], unscheduled: readonly Range[]): Several {
  const ms: Record<Status, number> = { 1: 0, 2: 0, 3: 0, 4: 0 }
  const unscheduledMs: Record<Status, number> = { 1: 0, 2: 0, 3: 0, 4: 0 }
  for (const { status, startedAt, endedAt } of intervals) {
    const to = endedAt ?? startedAt
    ms[status] += to - startedAt
    unscheduledMs[status] += msWithin({ from: startedAt, to }, unscheduled)
  }
  const { startedAt } = intervals[0] as Interval
  return { startedAt, endedAt: intervals.at(-1)?.endedAt ?? startedAt, count: intervals.length, ms, unscheduledMs }
}
