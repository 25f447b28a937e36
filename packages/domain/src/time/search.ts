/**
 * Returns the first index from 0 up to `count` (excluded) for which `holds` is true, by binary search; `count` if there is none,
 * and 0 for a `count` of 0. `holds` must be true for all indexes after the first one for which it is true.
 */
export function firstIndex(count: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
