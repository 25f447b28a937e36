import { STARTUP } from '@millwatch/domain/ingest'
import type { CustomSeriesRenderItem } from 'echarts'
import type { Column } from './band.ts'
import type { Mark } from './marks.ts'
import { clampTo, type Scale } from './series-axis.ts'

/** Function that converts an instant (epoch ms) and a value to a position in the chart: x and y, px. */
export type ToPixels = (at: number, value: number) => [number, number]
type Shape = NonNullable<ReturnType<CustomSeriesRenderItem>>

const group = (children: readonly Shape[]): Shape =>
  ({ type: 'group', $mergeChildren: false, children }) as unknown as Shape

const dot = ([cx, cy]: [number, number], r: number, fill: string): Shape => ({
  type: 'circle',
  shape: { cx, cy, r },
  style: { fill },
})

/** Mean distance (px) of points above which they are drawn as dots on their line. */
const SEEN_APART_PX = 9

/**
 * Returns the shape of an area from minimum to maximum with the mean as a line. A single point, and points more than 9 px apart
 * on average, are drawn as dots too. Values outside of the scale are drawn at its edge.
 */
export function drawBand(columns: readonly Column[], scale: Scale, colour: string, place: ToPixels): Shape {
  const at = (column: Column, value: number) => place(column.at, clampTo(scale, value))
  const top = columns.map((column) => at(column, column.max))
  const bottom = columns.map((column) => at(column, column.min))
  const middle = columns.map((column) => at(column, column.mean))
  const width = (middle.at(-1)?.[0] ?? 0) - (middle[0]?.[0] ?? 0)
  const areApart = columns.length === 1 || width / columns.length > SEEN_APART_PX
  const line: Shape = {
    type: 'polyline',
    shape: { points: middle },
    style: { stroke: colour, lineWidth: 1.4, fill: 'none' },
  }
  return group([
    { type: 'polygon', shape: { points: [...top, ...bottom.toReversed()] }, style: { fill: colour, opacity: 0.38 } },
    ...(columns.length > 1 ? [line] : []),
    ...(areApart ? middle.map((point) => dot(point, 2.2, colour)) : []),
  ])
}

/**
 * Returns the shape of dots: one for each measured point, two (minimum and maximum, at their own instants) for a summary.
 * Values outside of the scale are drawn at its edge.
 */
export function drawDots(columns: readonly Column[], scale: Scale, colour: string, place: ToPixels): Shape {
  const at = (instant: number, value: number) => dot(place(instant, clampTo(scale, value)), 1.7, colour)
  return group(
    columns.flatMap(({ min, minAt, max, maxAt }) =>
      min === max ? [at(minAt, min)] : [at(minAt, min), at(maxAt, max)],
    ),
  )
}

const RING_PX = 4

/**
 * Returns the shape of a circle around each marked cycle; a startup cycle has a dot inside. A mark outside of the scale is
 * drawn at its edge.
 */
export function drawMarks(
  marks: readonly Mark[],
  scale: Scale,
  colours: { ring: string; ground: string },
  place: ToPixels,
) {
  return group(
    marks.flatMap(({ at, value, mark }) => {
      const [cx, y] = place(at, clampTo(scale, value))
      const [, top] = place(at, scale.max)
      const [, bottom] = place(at, scale.min)
      const cy = Math.min(bottom - RING_PX - 1, Math.max(top + RING_PX + 1, y))
      const ring: Shape = {
        type: 'circle',
        shape: { cx, cy, r: RING_PX },
        style: { fill: colours.ground, stroke: colours.ring, lineWidth: 1.5 },
      }
      return mark === STARTUP ? [ring, dot([cx, cy], 1.5, colours.ring)] : [ring]
    }),
  )
}

const POINTER_PX = 4
/** Least distance of two arrows, px, as nearer ones would overlap. */
const POINTER_STEP_PX = 16

/**
 * Returns the shape of small arrows at the upper and lower edge where values lie outside of the scale; arrows nearer than 16
 * px are left out.
 */
export function drawBeyond(columns: readonly Column[], scale: Scale, colour: string, place: ToPixels): Shape {
  const along = (value: number, inwards: number, isBeyond: (column: Column) => boolean): Shape[] => {
    const shapes: Shape[] = []
    let last = Number.NEGATIVE_INFINITY
    for (const column of columns) {
      if (!isBeyond(column)) continue
      const [x, y] = place(column.at, value)
      if (x - last < POINTER_STEP_PX) continue
      last = x
      const foot = y + inwards * POINTER_PX * 1.6
      const points = [
        [x, y + inwards],
        [x - POINTER_PX, foot],
        [x + POINTER_PX, foot],
      ]
      shapes.push({ type: 'polygon', shape: { points }, style: { fill: colour } })
    }
    return shapes
  }
  return group([
    ...along(scale.max, 1, (column) => column.max > scale.max),
    ...along(scale.min, -1, (column) => column.min < scale.min),
  ])
}
