import { firstIndex } from '@millwatch/domain/time'
import type { Window } from './span.ts'

/** Value of a series: a measured point (minimum and maximum are equal), or a summary of several values. */
export interface Column {
  /** Instant where the mean is drawn, epoch ms. */
  at: number
  min: number
  minAt: number
  max: number
  maxAt: number
  mean: number
  /** Number of values in this entry. */
  points: number
}

/** Values of a chart, ascending by time. */
export interface Series {
  columns: readonly Column[]
  /** True if every entry is one measured point, which may be the mean of several values (`points`). */
  isReal: boolean
  /** Longest time (ms) that one entry may summarise; 0 for measured points. */
  columnMs: number
}

/** Returns a column with one value at the instant `at` (epoch ms), the mean of `points` values. */
export const pointAt = (at: number, value: number, points = 1): Column => ({
  at,
  min: value,
  minAt: at,
  max: value,
  maxAt: at,
  mean: value,
  points,
})

export interface Seen {
  window: Window
  /** Width of the plot, px. */
  width: number
  /**
   * Greatest distance (ms) of two measured points that a line joins. For a point that is the mean of several values it is that
   * many times as long, back to the point before. For summaries it is longer by `Series.columnMs`.
   */
  gapMs: number
  /** Spans without data, ascending; no line is drawn across one. */
  gaps?: readonly Window[]
}

/**
 * Reduces the values inside the window to the pixels of a chart: one entry per pixel that has values, with minimum, maximum and
 * mean. An entry that is alone in its pixel stays as it is. Returns lists whose entries a line joins. A new list, also inside a
 * pixel, begins after a longer distance than `gapMs` allows, and after a span of `gaps`.
 */
export function bandByPixel(series: Series, { window, width, gapMs, gaps = [] }: Seen): Column[][] {
  const runs: Column[][] = []
  let run: Column[] = []
  let pixel = -1
  let gap = 0
  let previous: Column | undefined
  const msPerPixel = (window.to - window.from) / Math.max(1, width)
  for (let index = firstFrom(series.columns, window.from); index < series.columns.length; index++) {
    const column = series.columns[index] as Column
    if (column.at >= window.to) break
    while (gap < gaps.length && (gaps[gap] as Window).to <= (previous?.at ?? Number.NEGATIVE_INFINITY)) gap++
    const apartMs = series.isReal ? gapMs * column.points : gapMs + series.columnMs
    const columnPixel = Math.floor((column.at - window.from) / msPerPixel)
    const last = run.at(-1)
    if (previous === undefined || last === undefined || isApart(previous, column, apartMs, gaps[gap])) {
      run = [{ ...column }]
      runs.push(run)
    } else if (columnPixel === pixel) {
      add(last, column)
    } else {
      run.push({ ...column })
    }
    pixel = columnPixel
    previous = column
  }
  return runs
}

function isApart(before: Column, after: Column, apartMs: number, gap: Window | undefined): boolean {
  if (earliest(after) - latest(before) > apartMs) return true
  return gap !== undefined && gap.from >= before.at && gap.to <= after.at
}

const earliest = ({ minAt, maxAt }: Column): number => Math.min(minAt, maxAt)
const latest = ({ minAt, maxAt }: Column): number => Math.max(minAt, maxAt)

/**
 * Merges `other` into `into`, which it changes: minimum and maximum of both, mean and instant weighted by the number of
 * values.
 */
export function add(into: Column, other: Column): void {
  const points = into.points + other.points
  into.mean += ((other.mean - into.mean) * other.points) / points
  into.at += ((other.at - into.at) * other.points) / points
  if (other.min < into.min) {
    into.min = other.min
    into.minAt = other.minAt
  }
  if (other.max > into.max) {
    into.max = other.max
    into.maxAt = other.maxAt
  }
  into.points = points
}

/**
 * Returns the index of the first entry at or after `from` (epoch ms), or the number of entries when there is none, by binary
 * search. `columns` ascend.
 */
export function firstFrom(columns: readonly Column[], from: number): number {
  return firstIndex(columns.length, (i) => (columns[i] as Column).at >= from)
}

/**
 * Returns the index of the entry nearest to the instant `at` (epoch ms) inside the window, the earlier of two equally near; -1
 * when the window has none. `columns` ascend.
 */
export function nearestTo(columns: readonly Column[], at: number, window: Window): number {
  const after = firstFrom(columns, at)
  const inside = (index: number): boolean => {
    const t = columns[index]?.at
    return t !== undefined && t >= window.from && t < window.to
  }
  const distance = (index: number): number =>
    inside(index) ? Math.abs((columns[index]?.at ?? 0) - at) : Number.POSITIVE_INFINITY
  const best = distance(after - 1) <= distance(after) ? after - 1 : after
  return inside(best) ? best : -1
}

/**
 * Returns the entries whose instant is in `[from, to)` of the window, merged into one; undefined when there are none. Its mean
 * and its instant are weighted by the numbers of values.
 */
export function summaryOf({ columns }: Series, window: Window): Column | undefined {
  let all: Column | undefined
  for (let index = firstFrom(columns, window.from); index < columns.length; index++) {
    const column = columns[index] as Column
    if (column.at >= window.to) break
    if (all === undefined) all = { ...column }
    else add(all, column)
  }
  return all
}
