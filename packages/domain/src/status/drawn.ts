import type { Range } from '../time/index.ts'
import type { Interval, Status } from './types.ts'

/** One interval as it is, or several that no pixel can tell apart. */
export type Drawn<T extends Interval> = { readonly interval: T } | Several

/** Neighbours of less than a pixel each, together at least one where there are so many: how much of each status is in them. */
export interface Several {
  readonly startedAt: number
  readonly endedAt: number
  /** Intervals in it, two at least. */
  readonly count: number
  /** Milliseconds by status; nothing is rounded. */
  readonly ms: Readonly<Record<Status, number>>
}

/**
 * What `width` pixels can show of intervals in time order over a period: those of at least a pixel as they are, those next
 * to each other that are shorter drawn together until they fill one. The open one always stands by itself. At most two pieces
 * for each pixel and a few; where every interval has a pixel, and zoomed in that is so, nothing is drawn together.
 */
export function drawnIntervals<T extends Interval>(
  intervals: readonly T[],
  { from, to }: Range,
  width: number,
): Drawn<T>[] {
  const pieces: Drawn<T>[] = []
  let short: T[] = []
  const finish = (): void => {
    const [first, ...others] = short
    if (first !== undefined) pieces.push(others.length === 0 ? { interval: first } : severalOf(short))
    short = []
  }
  for (const interval of intervals) {
    const { startedAt, endedAt } = interval
    if (short.length > 0 && short.at(-1)?.endedAt !== startedAt) finish()
    // Compared without division: a pixel is (to - from) / width long.
    if (endedAt === null || (endedAt - startedAt) * width >= to - from) {
      finish()
      pieces.push({ interval })
      continue
    }
    short.push(interval)
    if ((endedAt - (short[0] as T).startedAt) * width >= to - from) finish()
  }
  finish()
  return pieces
}

/** Of closed intervals that follow each other. */
function severalOf(intervals: readonly Interval[]): Several {
  const ms: Record<Status, number> = { 1: 0, 2: 0, 3: 0, 4: 0 }
  for (const { status, startedAt, endedAt } of intervals) ms[status] += (endedAt ?? startedAt) - startedAt
  const { startedAt } = intervals[0] as Interval
  return { startedAt, endedAt: intervals.at(-1)?.endedAt ?? startedAt, count: intervals.length, ms }
}
