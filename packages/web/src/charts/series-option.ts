import type { CustomSeriesRenderItem } from 'echarts'
import type { EChartsCoreOption } from 'echarts/core'
import { minuteOfDay } from '../lib/zoned.ts'
import { bandByPixel, type Column, type Series, type Statistics, scaleOf } from './band.ts'
import { hatchTile } from './patterns.ts'
import type { Window } from './span.ts'
import type { Colours } from './theme.ts'
import { timeMarks } from './time-marks.ts'

/** Room left of the plot for its values, and under it for its hours; charts of one page share it and so line up. */
export const MARGIN = { left: 34, right: 4, top: 10, bottom: 24 } as const

export interface SeriesPicture {
  series: Series
  window: Window
  /** Spans without data, hatched. */
  gaps: readonly Window[]
  /** Two points further apart than this are not joined. */
  gapMs: number
  statistics: Statistics | undefined
  colour: 'cycle-time' | 'temperature'
  kind: 'line' | 'scatter'
  zone: string
  colours: Colours
  /** Width of the whole chart, px. */
  width: number
}

type Renderer = Parameters<CustomSeriesRenderItem>[1]
type Point = [number, number]

const clampTo = ({ min, max }: { min: number; max: number }, value: number): number =>
  Math.min(max, Math.max(min, value))

/** Min to max as an area, the mean as a line through it, and single points as dots. */
function drawPiece(columns: readonly Column[], scale: { min: number; max: number }, colour: string, api: Renderer) {
  const place = (at: number, value: number): Point => api.coord([at, clampTo(scale, value)]) as Point
  const top = columns.map((column) => place(column.at, column.max))
  const bottom = columns.map((column) => place(column.at, column.min))
  const middle = columns.map((column) => place(column.at, column.mean))
  const sparse = columns.length === 1
  return {
    type: 'group' as const,
    $mergeChildren: false as const,
    children: [
      {
        type: 'polygon' as const,
        shape: { points: [...top, ...bottom.toReversed()] },
        style: { fill: colour, opacity: 0.38 },
      },
      ...(sparse
        ? middle.map(([cx, cy]) => ({ type: 'circle' as const, shape: { cx, cy, r: 1.6 }, style: { fill: colour } }))
        : [
            {
              type: 'polyline' as const,
              shape: { points: middle },
              style: { stroke: colour, lineWidth: 1.4, fill: 'none' },
            },
          ]),
    ],
  }
}

function drawDots(columns: readonly Column[], scale: { min: number; max: number }, colour: string, api: Renderer) {
  const dot = (at: number, value: number) => {
    const [cx, cy] = api.coord([at, clampTo(scale, value)]) as Point
    return { type: 'circle' as const, shape: { cx, cy, r: 1.7 }, style: { fill: colour, opacity: 0.8 } }
  }
  const dots = columns.flatMap((column) =>
    column.min === column.max
      ? [dot(column.at, column.mean)]
      : [dot(column.at, column.min), dot(column.at, column.max)],
  )
  return { type: 'group' as const, $mergeChildren: false as const, children: dots }
}

const RING_PX = 3
/** Nearer rings would only smear into one another. */
const RING_STEP_PX = 9

/** Values beyond the scale: a hollow ring at its edge. */
function drawBeyond(columns: readonly Column[], scale: { min: number; max: number }, colour: string, api: Renderer) {
  const along = (value: number, inwards: number, isBeyond: (column: Column) => boolean): Point[] => {
    const rings: Point[] = []
    for (const column of columns) {
      if (!isBeyond(column)) continue
      const [x = 0, y = 0] = api.coord([column.at, value])
      if (x - (rings.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY) >= RING_STEP_PX) rings.push([x, y + inwards])
    }
    return rings
  }
  const rings = [
    ...along(scale.max, RING_PX + 1, (column) => column.max > scale.max),
    ...along(scale.min, -RING_PX - 1, (column) => column.min < scale.min),
  ]
  return {
    type: 'group' as const,
    $mergeChildren: false as const,
    children: rings.map(([cx, cy]) => ({
      type: 'circle' as const,
      shape: { cx, cy, r: RING_PX },
      style: { fill: 'none', stroke: colour, lineWidth: 1.4 },
    })),
  }
}

const custom = (name: string, count: number, renderItem: CustomSeriesRenderItem) => ({
  type: 'custom' as const,
  name,
  renderItem,
  data: Array.from({ length: count }, (_, index) => [index]),
  encode: { x: -1, y: -1 },
  clip: true,
  silent: true,
  animation: false,
})

/** A chart of one series over time: axes, hatched gaps, and the series as its pixels can show it. */
export function seriesOption(picture: SeriesPicture): EChartsCoreOption {
  const { series, window, gaps, statistics, colours, width } = picture
  const scale = statistics === undefined ? { min: 0, max: 1 } : scaleOf(statistics, 3)
  const plot = Math.max(1, width - MARGIN.left - MARGIN.right)
  const pieces = bandByPixel(series, window, plot, picture.gapMs)
  const marks = timeMarks(window, picture.zone, plot)
  const colour = colours[picture.colour]
  const hatch = { image: hatchTile(colours, 1), repeat: 'repeat' as const }
  const text = { color: colours['text-2'], fontFamily: 'Inter Variable, sans-serif', fontSize: 12 }
  const drawGap: CustomSeriesRenderItem = (params, api) => {
    const gap = gaps[params.dataIndex]
    if (gap === undefined) return null
    const [left = 0, top = 0] = api.coord([Math.max(gap.from, window.from), scale.max])
    const [right = 0, bottom = 0] = api.coord([Math.min(gap.to, window.to), scale.min])
    return {
      type: 'rect',
      shape: { x: left, y: top, width: right - left, height: bottom - top },
      style: { fill: hatch },
    }
  }
  const draw: CustomSeriesRenderItem = (params, api) => {
    const piece = pieces[params.dataIndex]
    if (piece === undefined) return null
    const shape = picture.kind === 'line' ? drawPiece : drawDots
    return {
      type: 'group',
      $mergeChildren: false,
      children: [shape(piece, scale, colour, api), drawBeyond(piece, scale, colour, api)],
    }
  }
  return {
    animation: false,
    grid: { ...MARGIN, outerBoundsMode: 'none' },
    xAxis: {
      type: 'value',
      min: window.from,
      max: window.to,
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: true, length: 4, lineStyle: { color: colours.line }, customValues: marks },
      axisLabel: {
        ...text,
        customValues: marks,
        hideOverlap: true,
        formatter: (at: number) => minuteOfDay(at, picture.zone),
      },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      ...scale,
      splitNumber: 4,
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { ...text, align: 'left', margin: MARGIN.left, showMinLabel: false, showMaxLabel: false },
      splitLine: { lineStyle: { color: colours.line, opacity: 0.7 } },
    },
    series: [custom('no data', gaps.length, drawGap), custom('series', pieces.length, draw)],
  }
}
