import type { Window } from './span.ts'

/** A series in time order: `at[i]` epoch ms, `value[i]`. */
export interface Series {
  at: number[]
  value: number[]
}

/** One pixel column: its middle (epoch ms), and what its points were. */
export interface Column {
  at: number
  min: number
  max: number
  mean: number
  points: number
}

/**
 * What `columns` pixels can show of a series: per pixel column the least, the greatest and the mean, in pieces broken
 * where two points lie more than `gapMs` apart. Where there are fewer points than columns it is the points themselves.
 */
export function bandByPixel(series: Series, window: Window, columns: number, gapMs: number): Column[][] {
  const pieces: Column[][] = []
  let piece: Column[] = []
  let previousAt = Number.NEGATIVE_INFINITY
  let column = -1
  const msPerColumn = (window.to - window.from) / Math.max(1, columns)
  const { at, value } = series
  for (let index = firstFrom(at, window.from); index < at.length; index++) {
    const t = at[index] ?? 0
    const v = value[index] ?? 0
    if (t >= window.to) break
    const own = Math.floor((t - window.from) / msPerColumn)
    const last = piece.at(-1)
    if (t - previousAt > gapMs || last === undefined) {
      piece = [{ at: t, min: v, max: v, mean: v, points: 1 }]
      pieces.push(piece)
    } else if (own === column) {
      add(last, t, v)
    } else {
      piece.push({ at: t, min: v, max: v, mean: v, points: 1 })
    }
    column = own
    previousAt = t
  }
  return pieces
}

function add(column: Column, at: number, value: number): void {
  const points = column.points + 1
  column.mean += (value - column.mean) / points
  column.at += (at - column.at) / points
  column.min = Math.min(column.min, value)
  column.max = Math.max(column.max, value)
  column.points = points
}

/** Index of the first point at or after `from`; `at` is in order. */
export function firstFrom(at: readonly number[], from: number): number {
  let [low, high] = [0, at.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((at[middle] ?? 0) < from) low = middle + 1
    else high = middle
  }
  return low
}

/** Index of the point nearest to `at` inside the window, or -1. */
export function nearestTo(series: Series, at: number, window: Window): number {
  const after = firstFrom(series.at, at)
  const inside = (index: number): boolean => {
    const t = series.at[index]
    return t !== undefined && t >= window.from && t < window.to
  }
  const distance = (index: number): number =>
    inside(index) ? Math.abs((series.at[index] ?? 0) - at) : Number.POSITIVE_INFINITY
  const best = distance(after - 1) <= distance(after) ? after - 1 : after
  return inside(best) ? best : -1
}

export interface Statistics {
  points: number
  mean: number
  /** Of the population. */
  deviation: number
  min: number
  max: number
}

/** Mean, deviation and extremes of what lies inside the window; undefined without a point. */
export function statistics(series: Series, window: Window): Statistics | undefined {
  let [points, mean, squares] = [0, 0, 0]
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let index = firstFrom(series.at, window.from); index < series.at.length; index++) {
    if ((series.at[index] ?? 0) >= window.to) break
    const v = series.value[index] ?? 0
    points++
    const off = v - mean
    mean += off / points
    squares += off * (v - mean)
    min = Math.min(min, v)
    max = Math.max(max, v)
  }
  return points === 0 ? undefined : { points, mean, deviation: Math.sqrt(squares / points), min, max }
}

/** The scale of a chart: mean and so many deviations, never wider than the values themselves, with a little air. */
export function scaleOf({ mean, deviation, min, max }: Statistics, deviations: number): { min: number; max: number } {
  const low = Math.max(min, mean - deviations * deviation)
  const high = Math.min(max, mean + deviations * deviation)
  const air = (high - low) * 0.12 || Math.abs(high) * 0.05 || 1
  return { min: low >= 0 ? Math.max(0, low - air) : low - air, max: high + air }
}
