import type { Segment } from './segment.ts'
import type { Window } from './span.ts'

const STATUSES = [1, 2, 3, 4] as const

interface Column {
  readonly from: number
  readonly to: number
  readonly count: number
  readonly ms: readonly number[]
}

/** Returns the ms of each status in a segment of this length, by status; index 0 is unused. */
const msOf = ({ status, several }: Segment, ms: number): readonly number[] =>
  several?.ms ?? [0, ...STATUSES.map((each) => (each === status ? ms : 0))]

const joined = (a: Column, b: Column): Column => ({
  from: a.from,
  to: b.to,
  count: a.count + b.count,
  ms: a.ms.map((ms, status) => ms + (b.ms[status] ?? 0)),
})

/**
 * Joins neighbouring segments that are narrower than `leastMs` into columns of about that width, each with the time of each
 * status in it. Wider segments stay as they are. Gaps without data part columns. `segments` ascend.
 */
export function narrowShares(segments: readonly Segment[], window: Window, leastMs: number): Segment[] {
  const result: Segment[] = []
  let open: Column | undefined
  const close = (): void => {
    if (open !== undefined) {
      const { from, to, count, ms } = open
      result.push({ status: 0, from, to, several: { count, ms } })
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
    const column: Column = { from, to, count: segment.several?.count ?? 1, ms: msOf(segment, to - from) }
    if (open !== undefined && (open.to !== from || open.to - open.from >= leastMs)) close()
    open = open === undefined ? column : joined(open, column)
  }
  close()
  return result
}
