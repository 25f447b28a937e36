/** Value of a chart at the place `at` of its horizontal axis; null: no value there. */
export interface TrendPoint {
  readonly at: number
  readonly value: number | null
}

/**
 * Returns the straight line nearest to the values by least squares, as one value for each point, also for points without a
 * value. Null with fewer than two values, or with all of them at one place.
 */
export function trendLine(points: readonly TrendPoint[]): number[] | null {
  const measured = points.flatMap(({ at, value }) => (value === null ? [] : [{ at, value }]))
  if (measured.length < 2) return null
  const mean = (pick: (point: { at: number; value: number }) => number): number =>
    measured.reduce((sum, point) => sum + pick(point), 0) / measured.length
  const [meanAt, meanValue] = [mean((point) => point.at), mean((point) => point.value)]
  const spread = mean(({ at }) => (at - meanAt) ** 2)
  if (spread === 0) return null
  const slope = mean(({ at, value }) => (at - meanAt) * (value - meanValue)) / spread
  return points.map(({ at }) => meanValue + slope * (at - meanAt))
}
