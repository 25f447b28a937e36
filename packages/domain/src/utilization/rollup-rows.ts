import type { Shift } from '../shifts/index.ts'
import { addStretch, type OUTSIDE, type Stretch } from './stretches.ts'
import { addSums, noSums, SUM, type Sums, timeClass } from './sums.ts'

/** Cycles and readings of one bucket and one piece of shift history, as sums without times of status. */
export interface EventSums {
  /** An instant in both. */
  readonly at: number
  readonly shift: Shift | typeof OUTSIDE
  readonly shiftDate: number
  readonly sums: Sums
}

/** What lies in one bucket of one shift and day (domain, section 6). */
export interface RollupRow {
  readonly bucketAt: number
  readonly shift: Shift | typeof OUTSIDE
  readonly shiftDate: number
  readonly sums: Sums
}

/**
 * What rollups say of consecutive buckets, bounded by `edges` (epoch ms, ascending): one list for each bucket, in it one
 * row for each shift and day. Stretches ascending; what lies outside the edges is left out.
 */
export function rowsBetween(
  edges: readonly number[],
  stretches: Iterable<Stretch>,
  events: Iterable<EventSums>,
): RollupRow[][] {
  const buckets: RollupRow[][] = edges.slice(1).map(() => [])
  let i = 0
  for (const stretch of stretches) {
    while (i > 0 && (edges[i] as number) > stretch.from) i--
    while (i < buckets.length && (edges[i + 1] as number) <= stretch.from) i++
    for (let k = i; k < buckets.length && (edges[k] as number) < stretch.to; k++)
      addStretch(sumsIn(buckets, edges, k, stretch), stretch, edges[k] as number, edges[k + 1] as number)
  }
  for (const one of events) {
    const k = bucketHolding(edges, one.at)
    if (k >= 0 && k < buckets.length) addSums(sumsIn(buckets, edges, k, one), one.sums)
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

function bucketHolding(edges: readonly number[], at: number): number {
  let low = 0
  let high = edges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((edges[middle] as number) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Whether a bucket has rows at all: one that was wholly offline, and in which nothing was said, has none. */
export function isKept(rows: readonly RollupRow[]): boolean {
  return rows.some(({ sums }) =>
    sums.some(
      (value, i) => value !== 0 && i !== SUM.inside + timeClass.offline && i !== SUM.outside + timeClass.offline,
    ),
  )
}
