import { msWithin } from '@millwatch/domain/time'
import type { Segment } from './segment.ts'
import type { Window } from './span.ts'

const STATUSES = [1, 2, 3, 4] as const

interface Column {
  readonly from: number
  readonly to: number
  readonly count: number
  readonly ms: readonly number[]
  readonly unscheduledMs: readonly number[]
}

const NONE = [0, 0, 0, 0, 0] as const
/** Returns a list of ms by status in which only one status has time; index 0 is unused. */
const only = (status: number, ms: number): number[] => [0, ...STATUSES.map((each) => (each === status ? ms : 0))]
const sumsOf = (a: readonly number[], b: readonly number[]): number[] => a.map((ms, status) => ms + (b[status] ?? 0))

const single = (status: number, ms: number, unscheduledMs: number) => ({
  count: 1,
  ms: only(status, ms),
  unscheduledMs: only(status, unscheduledMs),
})

const joined = (a: Column, b: Column): Column => ({
  from: a.from,
  to: b.to,
  count: a.count + b.count,
  ms: sumsOf(a.ms, b.ms),
  unscheduledMs: sumsOf(a.unscheduledMs, b.unscheduledMs),
})

/**
 * Joins neighbouring segments that are narrower than `leastMs` into columns of about that width, each with the time of each
 * status in it. Wider segments stay as they are, and a gap without data ends a column. `segments` and `unscheduled`, the time
 * outside the schedule, must ascend.
 */
export function narrowShares(
  segments: readonly Segment[],
  window: Window,
  leastMs: number,
  unscheduled: readonly Window[] = [],
): Segment[] {
  const result: Segment[] = []
  let open: Column | undefined
  const close = (): void => {
    if (open !== undefined) {
      const { from, to, count, ms, unscheduledMs } = open
      result.push({ status: 0, from, to, several: { count, ms, unscheduledMs } })
    }
    open = undefined
  }
  for (const segment of segments) {
    const { from } = segment
    const to = segment.to ?? Math.max(window.to, from)
    if (to - from >= leastMs && segment.several === undefined) {
      close()
      result.push(segment)
      continue
    }
    // `unscheduled` ends at the window too.
    const inside = { from: Math.max(from, window.from), to: Math.max(from, Math.min(to, window.to)) }
    const column: Column =
      segment.several === undefined
        ? { ...inside, ...single(segment.status, Math.max(0, inside.to - inside.from), msWithin(inside, unscheduled)) }
        : { from, to, unscheduledMs: NONE, ...segment.several }
    if (open !== undefined && (open.to !== from || open.to - open.from >= leastMs)) close()
    open = open === undefined ? column : joined(open, column)
  }
  close()
  return result
}
