import type { Range } from '../time/index.ts'
import type { Interval, Status } from './types.ts'

/** One segment of a chart: a single interval, or several merged ones that are narrower than a pixel. */
export type Drawn<T extends Interval> = { readonly interval: T } | Several

/**
 * Merged neighbours that are each narrower than a pixel. They fill at least one pixel together when there are enough of them.
 */
export interface Several {
  readonly startedAt: number
  readonly endedAt: number
  /** Number of merged intervals, two at least. */
  readonly count: number
  /** Milliseconds by status; nothing is rounded. */
  readonly ms: Readonly<Record<Status, number>>
}

/**
 * Reduces intervals in time order to segments that `width` pixels can show. Intervals of at least a pixel stay as they are;
 * shorter neighbours are merged until they fill one. The open interval is never merged. The result has little more than two
 * segments per pixel. When every interval has a pixel, as after zooming in, nothing is merged.
 */
export function drawnIntervals<T extends Interval>(
  intervals: readonly T[],
  { from, to }: Range,
  width: number,
): Drawn<T>[] {
  const segments: Drawn<T>[] = []
  let short: T[] = []
  const finish = (): void => {
    const [first, ...others] = short
    if (first !== undefined) segments.push(others.length === 0 ? { interval: first } : severalOf(short))
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

/** Merges closed intervals that follow each other. */
function severalOf(intervals: readonly Interval[]): Several {
  const ms: Record<Status, number> = { 1: 0, 2: 0, 3: 0, 4: 0 }
  for (const { status, startedAt, endedAt } of intervals) ms[status] += (endedAt ?? startedAt) - startedAt
  const { startedAt } = intervals[0] as Interval
  return { startedAt, endedAt: intervals.at(-1)?.endedAt ?? startedAt, count: intervals.length, ms }
}
