/**
 * Returns the `q`-quantile of the values, which is always one of them: at index `q` * length of the sorted list, rounded down, at
 * most the last. NaN for no values.
 */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

/** Returns the median; for an even number of values the mean of the two in the middle. NaN for no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  if (sorted.length % 2 === 1) return sorted[Math.floor(middle)] as number
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/**
 * Returns a 95 % interval of the median by the sign test: the nearest two of the sorted values between which the median of the
 * distribution lies in at least 95 of 100 samples. Below six values it is the least and the largest value, which is less sure;
 * NaN for no values.
 */
export function medianInterval(values: readonly number[]): { readonly low: number; readonly high: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const { length } = sorted
  let outside = 0
  let share = 2 ** -length
  let depth = 0
  while (depth < (length - 1) / 2 && outside + share <= 0.025) {
    outside += share
    share = (share * (length - depth)) / (depth + 1)
    depth++
  }
  const rank = Math.max(0, depth - 1)
  return { low: sorted[rank] ?? Number.NaN, high: sorted[length - 1 - rank] ?? Number.NaN }
}
