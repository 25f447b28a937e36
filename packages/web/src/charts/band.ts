import type { Window } from './span.ts'

/** What stands at one place of a series: a real point, whose extremes are itself, or what a stretch of it holds. */
export interface Column {
  /** Where its mean is drawn, epoch ms. */
  at: number
  min: number
  minAt: number
  max: number
  maxAt: number
  mean: number
  /** How many values. */
  points: number
}

/** A series in time order. */
export interface Series {
  columns: readonly Column[]
  /** Every entry is a point as it was measured. */
  isReal: boolean
  /** How much time one entry may stand for, ms; 0 for real points. */
  columnMs: number
}

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
  /** Pixels across. */
  width: number
  /** Two points further apart than this are not joined. */
  gapMs: number
  /** Stretches without data, in order; nothing is joined across one. */
  gaps?: readonly Window[]
}

/**
 * What `width` pixels can show of a series: per pixel the least, the greatest and the mean, in pieces broken where nothing was
 * said for longer than the gap. Where there are fewer entries than pixels it is the entries themselves.
 */
export function bandByPixel(series: Series, { window, width, gapMs, gaps = [] }: Seen): Column[][] {
  const pieces: Column[][] = []
  let piece: Column[] = []
  let pixel = -1
  let gap = 0
  let previous: Column | undefined
  const msPerPixel = (window.to - window.from) / Math.max(1, width)
  const apartMs = gapMs + series.columnMs
  for (let index = firstFrom(series.columns, window.from); index < series.columns.length; index++) {
    const column = series.columns[index] as Column
    if (column.at >= window.to) break
    while (gap < gaps.length && (gaps[gap] as Window).to <= (previous?.at ?? Number.NEGATIVE_INFINITY)) gap++
    const own = Math.floor((column.at - window.from) / msPerPixel)
    const last = piece.at(-1)
    if (previous === undefined || last === undefined || isApart(previous, column, apartMs, gaps[gap])) {
      piece = [{ ...column }]
      pieces.push(piece)
    } else if (own === pixel) {
      add(last, column)
    } else {
      piece.push({ ...column })
    }
    pixel = own
    previous = column
  }
  return pieces
}

function isApart(before: Column, after: Column, apartMs: number, gap: Window | undefined): boolean {
  if (earliest(after) - latest(before) > apartMs) return true
  return gap !== undefined && gap.from >= before.at && gap.to <= after.at
}

const earliest = ({ minAt, maxAt }: Column): number => Math.min(minAt, maxAt)
const latest = ({ minAt, maxAt }: Column): number => Math.max(minAt, maxAt)

/** Takes another column into this one. */
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

/** Index of the first entry at or after `from`. */
export function firstFrom(columns: readonly Column[], from: number): number {
  let [low, high] = [0, columns.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((columns[middle]?.at ?? 0) < from) low = middle + 1
    else high = middle
  }
  return low
}

/** Index of the entry nearest to `at` inside the window, or -1. */
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

/** Everything inside the window as one; undefined without a value. */
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
