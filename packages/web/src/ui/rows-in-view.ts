/** Which of many rows lie in view: `[first, end)`. */
export interface RowsInView {
  readonly first: number
  readonly end: number
}

/**
 * Of rows one under the other, `tops` their upper edges and at last the lower edge of the whole, those that touch
 * `[from, to)`; at least one where there are any, so that there is something to measure.
 */
export function rowsBetween(tops: readonly number[], from: number, to: number): RowsInView {
  const count = tops.length - 1
  if (count < 1) return { first: 0, end: 0 }
  const first = Math.min(count - 1, Math.max(0, lastAtOrBefore(tops, from)))
  const end = Math.max(first + 1, Math.min(count, lastAtOrBefore(tops, to) + 1))
  return { first, end }
}

/** The last place whose value is not above; -1 where the first is. */
function lastAtOrBefore(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] as number) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}
