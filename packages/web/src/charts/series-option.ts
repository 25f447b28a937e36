import type { CustomSeriesRenderItem } from 'echarts'
import type { EChartsCoreOption } from 'echarts/core'
import type { DrawnLine } from './chart-line.ts'
import { marksByPixel } from './marks.ts'
import { hatchTile } from './patterns.ts'
import type { ShiftSpan } from './segment.ts'
import { drawBand, drawBeyond, drawDots, drawMarks, type ToPixels } from './series-shapes.ts'
import type { Window } from './span.ts'
import type { Colours } from './theme.ts'
import { markWords, timeMarks, wholeMarks } from './time-marks.ts'

export interface SeriesContent {
  lines: readonly DrawnLine[]
  window: Window
  /** Spans without data, drawn hatched. */
  gaps: readonly Window[]
  shifts: readonly ShiftSpan[]
  kind: 'line' | 'scatter'
  zone: string
  colours: Colours
  /** Width of the whole chart, px. */
  width: number
}

const AXIS_PX = 44

/**
 * Returns the margins (px) around the plot of a chart with this number of lines. The first value axis is on the left, the others
 * on the right.
 */
export const marginsOf = (lines: number) => ({
  left: 40,
  right: Math.max(4, (lines - 1) * AXIS_PX),
  top: 10,
  bottom: 24,
})

/** Returns the width (px) inside the margins of a chart of this width (px) with this number of lines; at least 1. */
export const plotWidth = (width: number, lines: number): number => {
  const { left, right } = marginsOf(lines)
  return Math.max(1, width - left - right)
}

const custom = (name: string, axis: number, count: number, renderItem: CustomSeriesRenderItem) => ({
  type: 'custom' as const,
  name,
  yAxisIndex: axis,
  renderItem,
  data: Array.from({ length: count }, (_, index) => [index]),
  encode: { x: -1, y: -1 },
  clip: true,
  silent: true,
  animation: false,
})

const STRIP_PX = 4
/** Width (px) below which shifts have no strip, since their colours would blend into one that no shift has. */
const LEAST_SHIFT_PX = 2

/**
 * Returns the function that draws scheduled time a little lighter, under a strip in the colour of its shift. Time without a
 * shift, and a narrow shift, have no strip.
 */
function drawShift({ shifts, window, colours }: SeriesContent): CustomSeriesRenderItem {
  return (params, api) => {
    const span = shifts[params.dataIndex]
    if (span === undefined) return null
    const box = params.coordSys as unknown as { y: number; height: number }
    const [left = 0] = api.coord([Math.max(span.from, window.from), 0])
    const [right = 0] = api.coord([Math.min(span.to, window.to), 0])
    const x = { x: left, width: right - left }
    const area = {
      type: 'rect' as const,
      shape: { ...x, y: box.y, height: box.height },
      style: { fill: colours.text, opacity: 0.03 },
    }
    const colour = [undefined, colours['shift-1'], colours['shift-2'], colours['shift-3']][span.shift]
    if (colour === undefined || x.width < LEAST_SHIFT_PX) return area
    const strip = { type: 'rect' as const, shape: { ...x, y: box.y, height: STRIP_PX }, style: { fill: colour } }
    return { type: 'group', children: [area, strip] }
  }
}

function drawGap({ gaps, window, colours }: SeriesContent): CustomSeriesRenderItem {
  const hatch = { image: hatchTile(colours, 1), repeat: 'repeat' as const }
  return (params, api) => {
    const gap = gaps[params.dataIndex]
    if (gap === undefined) return null
    const { y, height } = params.coordSys as unknown as { y: number; height: number }
    const [left = 0] = api.coord([Math.max(gap.from, window.from), 0])
    const [right = 0] = api.coord([Math.min(gap.to, window.to), 0])
    return { type: 'rect', shape: { x: left, y, width: right - left, height }, style: { fill: hatch } }
  }
}

function drawRuns({ line, runs, scale }: DrawnLine, { kind, colours }: SeriesContent): CustomSeriesRenderItem {
  const colour = colours[line.name]
  return (params, api) => {
    const run = runs[params.dataIndex]
    if (run === undefined) return null
    const place: ToPixels = (at, value) => api.coord([at, value]) as [number, number]
    const shape = kind === 'line' ? drawBand : drawDots
    const children = [shape(run, scale, colour, place), drawBeyond(run, scale, colour, place)]
    return { type: 'group', $mergeChildren: false, children } as unknown as ReturnType<CustomSeriesRenderItem>
  }
}

function drawMarked({ line, scale }: DrawnLine, { window, width, lines, colours }: SeriesContent) {
  const marks = marksByPixel(line.marks, window, plotWidth(width, lines.length))
  const render: CustomSeriesRenderItem = (_, api) => {
    const place: ToPixels = (at, value) => api.coord([at, value]) as [number, number]
    return drawMarks(marks, scale, { ring: colours.text, ground: colours.panel }, place)
  }
  return { render, count: marks.length === 0 ? 0 : 1 }
}

const FONT = 'Inter Variable, sans-serif'

function valueAxis({ line, scale }: DrawnLine, index: number, { lines, colours }: SeriesContent) {
  const isAlone = lines.length === 1
  return {
    type: 'value',
    ...scale,
    position: index === 0 ? 'left' : 'right',
    offset: index < 2 ? 0 : (index - 1) * AXIS_PX,
    splitNumber: 4,
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: {
      color: isAlone ? colours['text-2'] : colours[line.name],
      fontFamily: FONT,
      fontSize: 12,
      showMinLabel: false,
      showMaxLabel: false,
      ...(index === 0 ? { align: 'left', margin: marginsOf(1).left } : { align: 'left', margin: 6 }),
    },
    splitLine: { show: index === 0, lineStyle: { color: colours.line, opacity: 0.7 } },
  }
}

/** Returns the ECharts options for lines over time: axes, shifts, hatched gaps, marks, and the values reduced to pixels. */
export function seriesOption(content: SeriesContent): EChartsCoreOption {
  const { lines, window, zone, colours, width } = content
  const plot = plotWidth(width, lines.length)
  const ticks = timeMarks(window, zone, plot)
  const { left, right, top, bottom } = marginsOf(lines.length)
  return {
    animation: false,
    grid: { left, right, top, bottom, outerBoundsMode: 'none' },
    xAxis: {
      type: 'value',
      min: window.from,
      max: window.to,
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: true, length: 4, lineStyle: { color: colours.line }, customValues: ticks },
      axisLabel: {
        color: colours['text-2'],
        fontFamily: FONT,
        fontSize: 12,
        customValues: wholeMarks(ticks, window, zone, plot, Math.min(left, right)),
        hideOverlap: true,
        formatter: (at: number) => markWords(at, window, zone),
      },
      splitLine: { show: false },
    },
    yAxis: lines.map((line, index) => valueAxis(line, index, content)),
    series: [
      custom('shifts', 0, content.shifts.length, drawShift(content)),
      custom('no data', 0, content.gaps.length, drawGap(content)),
      // The first series is drawn on top.
      ...lines
        .map((line, index) => custom(line.line.title, index, line.runs.length, drawRuns(line, content)))
        .toReversed(),
      ...lines.map((line, index) => {
        const { render, count } = drawMarked(line, content)
        // Circles at the edge of the plot are not clipped.
        return { ...custom('marked', index, count, render), clip: false }
      }),
    ],
  }
}
