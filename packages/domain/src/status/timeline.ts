import { firstIndex } from '../time/index.ts'
import type { StatusState } from './state.ts'
import { type Interval, OFFLINE, POWERED_OFF, type Status } from './types.ts'

type Gap = StatusState['gaps'][number]
type DecidedStatus = StatusState['pieces'][number]

/** Collects pieces of status in the order of time and joins neighbours of equal status into one interval. */
export class Timeline {
  readonly intervals: Interval[] = []
  #status: Status | null = null
  #startedAt = 0
  #endedAt = 0

  /** Adds `[from, to)`, which is not empty and begins where the last one ended. */
  add(status: Status, from: number, to: number): void {
    if (status !== this.#status) {
      this.#close(this.#endedAt)
      this.#status = status
      this.#startedAt = from
    }
    this.#endedAt = to
  }

  /** Returns all intervals in order; the last one is closed, or open when `open` is true. */
  finish(open: boolean): Interval[] {
    this.#close(open ? null : this.#endedAt)
    this.#status = null
    return this.intervals
  }

  #close(endedAt: number | null): void {
    if (this.#status !== null) this.intervals.push({ status: this.#status, startedAt: this.#startedAt, endedAt })
  }
}

/**
 * Returns the index of the first interval that ends after an instant (epoch ms) or is open; the length of the list if there is
 * none. The intervals ascend.
 */
export function firstIntervalAfter(intervals: readonly Interval[], at: number): number {
  return firstIndex(intervals.length, (i) => ((intervals[i] as Interval).endedAt ?? Number.POSITIVE_INFINITY) > at)
}

/**
 * Returns two parts of a timeline as one list. When they meet with equal status, the two intervals there become one. The
 * arguments are not changed.
 */
export function joinIntervals(earlier: readonly Interval[], later: readonly Interval[]): Interval[] {
  const last = earlier.at(-1)
  const first = later[0]
  if (!last || !first || last.status !== first.status || last.endedAt !== first.startedAt) return [...earlier, ...later]
  return [...earlier.slice(0, -1), { ...first, startedAt: last.startedAt }, ...later.slice(1)]
}

/**
 * Adds the pieces of status from `from` up to `until` (epoch ms) to `timeline`. Time in a gap becomes offline, except
 * that powered-off stays powered-off. `decided` and `gaps` ascend.
 */
export function addWithGaps(
  decided: readonly DecidedStatus[],
  gaps: readonly Gap[],
  from: number,
  until: number,
  timeline: Timeline,
): void {
  let cursor = from
  let next = 0
  for (const part of decided) {
    const end = Math.min(part.to, until)
    while (cursor < end) {
      while (next < gaps.length && (gaps[next]?.to ?? 0) <= cursor) next++
      const gap = gaps[next]
      const silent = gap !== undefined && gap.from <= cursor
      const stop = gap === undefined ? end : Math.min(end, silent ? gap.to : gap.from)
      timeline.add(silent && part.status !== POWERED_OFF ? OFFLINE : part.status, cursor, stop)
      cursor = stop
    }
  }
}
