import { firstIndex } from '@millwatch/domain/time'

/** Indexes of the rows that are in view, from `first` to before `end`. */
export interface RowsInView {
  readonly first: number
  readonly end: number
}

/**
 * Returns the range of rows between `from` and `to`, px, with a row that begins at `to`. `tops` are the upper edges of the rows,
 * ascending, and at last the lower edge of the last row. The range has at least one row, so that it can be measured; it is empty
 * (0, 0) only without rows.
 */
export function rowsBetween(tops: readonly number[], from: number, to: number): RowsInView {
  const count = tops.length - 1
  if (count < 1) return { first: 0, end: 0 }
  const first = Math.min(count - 1, Math.max(0, lastAtOrBefore(tops, from)))
  const end = Math.max(first + 1, Math.min(count, lastAtOrBefore(tops, to) + 1))
  return { first, end }
}

/** Returns the last index whose value is at most `value`; -1 when there is none. */
function lastAtOrBefore(ascending: readonly number[], value: number): number {
  return firstIndex(ascending.length, (i) => (ascending[i] as number) > value) - 1
}
