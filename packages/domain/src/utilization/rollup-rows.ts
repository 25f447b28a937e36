import type { Shift } from '../shifts/index.ts'
import { firstIndex } from '../time/index.ts'
import { addInterval, type ClassifiedInterval, type OUTSIDE } from './classified-intervals.ts'
import { addSums, noSums, SUM, type Sums, timeClass } from './sums.ts'

/** Sums of the cycles and readings in one bucket and one piece of shift history. */
export interface EventSums {
  /** Any instant inside both the bucket and the piece of shift history. */
  readonly at: number
  readonly shift: Shift | typeof OUTSIDE
  readonly shiftDate: number
  readonly sums: Sums
}

/** Sums of one bucket (its start is `bucketAt`, epoch ms) for one shift and shift date (domain, section 6). */
export interface RollupRow {
  readonly bucketAt: number
  readonly shift: Shift | typeof OUTSIDE
  readonly shiftDate: number
  readonly sums: Sums
}

/**
 * Computes the rollup rows of consecutive buckets, bounded by `edges` (epoch ms, ascending). Returns one list for each
 * bucket, with one row for each shift and shift date that has time or events in it. `intervals` ascend; time and events
 * outside the edges are ignored.
 */
export function rowsBetween(
  edges: readonly number[],
  intervals: Iterable<ClassifiedInterval>,
  events: Iterable<EventSums>,
): RollupRow[][] {
  const buckets: RollupRow[][] = edges.slice(1).map(() => [])
  let i = 0
  for (const interval of intervals) {
    while (i > 0 && (edges[i] as number) > interval.from) i--
    while (i < buckets.length && (edges[i + 1] as number) <= interval.from) i++
    for (let k = i; k < buckets.length && (edges[k] as number) < interval.to; k++)
      addInterval(sumsIn(buckets, edges, k, interval), interval, edges[k] as number, edges[k + 1] as number)
  }
  for (const event of events) {
    const k = firstIndex(edges.length, (i) => (edges[i] as number) > event.at) - 1
    if (k >= 0 && k < buckets.length) addSums(sumsIn(buckets, edges, k, event), event.sums)
  }
  return buckets
}

function sumsIn(
  buckets: RollupRow[][],
  edges: readonly number[],
  k: number,
  { shift, shiftDate }: Pick<RollupRow, 'shift' | 'shiftDate'>,
): Sums {
  const rows = buckets[k] as RollupRow[]
  for (const row of rows) if (row.shift === shift && row.shiftDate === shiftDate) return row.sums
  const made = { bucketAt: edges[k] as number, shift, shiftDate, sums: noSums() }
  rows.push(made)
  return made.sums
}

/** Returns true when the rows of a bucket must be stored; false when the machine was only offline in it and sent no event. */
export function isKept(rows: readonly RollupRow[]): boolean {
  return rows.some(({ sums }) =>
    sums.some(
      (value, i) => value !== 0 && i !== SUM.inside + timeClass.offline && i !== SUM.outside + timeClass.offline,
    ),
  )
}
