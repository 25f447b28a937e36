/** A value at a place; null where there is none, as of a bucket in which nothing was scheduled. */
export interface TrendPoint {
  readonly at: number
  readonly value: number | null
}

/**
 * The straight line nearest to the values by least squares, as its values at each place; null with fewer than two values, or
 * with all of them at one place.
 */
export function trendLine(points: readonly TrendPoint[]): number[] | null {
  const known = points.flatMap(({ at, value }) => (value === null ? [] : [{ at, value }]))
  if (known.length < 2) return null
  const mean = (of: (point: { at: number; value: number }) => number): number =>
    known.reduce((sum, point) => sum + of(point), 0) / known.length
  const [meanAt, meanValue] = [mean((point) => point.at), mean((point) => point.value)]
  const spread = mean(({ at }) => (at - meanAt) ** 2)
  if (spread === 0) return null
  const slope = mean(({ at, value }) => (at - meanAt) * (value - meanValue)) / spread
  return points.map(({ at }) => meanValue + slope * (at - meanAt))
}
