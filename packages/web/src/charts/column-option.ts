import type { CustomSeriesRenderItem } from 'echarts'
import type { EChartsCoreOption } from 'echarts/core'
import { type ColumnLabel, labelsOf, withoutGaps } from './column-labels.ts'
import type { ColumnScale } from './column-scale.ts'
import type { Colours } from './theme.ts'

/** Margins around the plot, px: value labels on the left, column labels below. */
export const COLUMN_MARGIN = { left: 40, right: 6, top: 20, bottom: 26 } as const

export interface ChartColumn extends ColumnLabel {
  /**
   * Height of the column; null if nothing was scheduled in its time: it then has only a base line and, if it is wide enough, the
   * text `not scheduled`.
   */
  readonly value: number | null
  /** Related quantity drawn as an outline behind the column, such as scheduled hours behind run hours. */
  readonly behind?: number | undefined
  /** Text inside the column, or above it if the column is too low; a narrow column has none. */
  readonly words: string
  /** True if the period begins or ends within the time of the column. */
  readonly isCut?: boolean | undefined
}

export interface ColumnContent {
  readonly columns: readonly ChartColumn[]
  readonly scale: ColumnScale
  /** Values of the trend line at the middle of each column; null without a trend. */
  readonly trend: readonly number[] | null
  readonly colours: Colours
  /** Width of the whole chart, px. */
  readonly width: number
}

/** Returns the width (px) inside the margins of a chart of this width (px); at least 1. */
export const plotOf = (width: number): number => Math.max(1, width - COLUMN_MARGIN.left - COLUMN_MARGIN.right)

/** Returns the drawn width of a column (px) for the width of its place: 80 % of a place below 12 px, else 46 %, at most 96 px. */
const wideOf = (bandPx: number): number => Math.min(96, bandPx * (bandPx < 12 ? 0.8 : 0.46))

const LEAST_FOR_WORDS_PX = 38
/** Least width of a column with a zero written above it, and height of the mark of a column of 0, px. */
const LEAST_FOR_ZERO_PX = 8
const BASE_PX = 2
/** Height of the line of a column without scheduled time, px. */
const BASE_LINE_PX = 1
/** Opacity of a column that is cut by the period. */
const CUT_OPACITY = 0.45

type Renderer = Parameters<CustomSeriesRenderItem>[1]
interface Box {
  x: number
  y: number
  width: number
  height: number
}

function boxOf(api: Renderer, i: number, value: number, wide: number): Box {
  const [x = 0, y = 0] = api.coord([i + 0.5, value])
  const [, foot = 0] = api.coord([i + 0.5, 0])
  return { x: x - wide / 2, y, width: wide, height: foot - y }
}

const custom = (name: string, count: number, renderItem: CustomSeriesRenderItem) => ({
  type: 'custom' as const,
  name,
  renderItem,
  data: Array.from({ length: count }, (_, index) => [index]),
  encode: { x: -1, y: -1 },
  silent: true,
  animation: false,
})

function drawColumns({ columns, scale, colours, width }: ColumnContent): CustomSeriesRenderItem {
  const wide = wideOf(plotOf(width) / Math.max(1, columns.length))
  return (params, api) => {
    const column = columns[params.dataIndex]
    if (column === undefined) return null
    if (column.value === null) {
      const foot = boxOf(api, params.dataIndex, 0, wide)
      const line = { ...foot, y: foot.y - BASE_LINE_PX, height: BASE_LINE_PX }
      return { type: 'rect', shape: line, style: { fill: colours['text-3'] } }
    }
    const boxTo = (value: number): Box => boxOf(api, params.dataIndex, Math.min(scale.max, value), wide)
    const box = boxTo(column.value)
    const base = column.value === 0 ? { y: box.y - BASE_PX, height: BASE_PX } : {}
    const filled = { ...box, ...base, r: [2, 2, 0, 0] }
    const cut = column.isCut === true
    return {
      type: 'group',
      $mergeChildren: false,
      children: [
        { type: 'rect', shape: filled, style: { fill: colours.measure, opacity: cut ? CUT_OPACITY : 1 } },
        ...(cut
          ? [
              {
                type: 'rect' as const,
                shape: filled,
                style: { fill: 'none', stroke: colours.measure, lineWidth: 1, lineDash: [3, 3] },
              },
            ]
          : []),
        ...(column.behind === undefined
          ? []
          : [
              {
                type: 'rect' as const,
                shape: { ...boxTo(column.behind), r: 2 },
                style: { fill: 'none', stroke: colours['text-3'], lineWidth: 1 },
              },
            ]),
      ],
    }
  }
}

const FOR_SCHEDULED_WORDS_PX = 60

/**
 * Returns the function that draws the texts of the columns, on top of the trend line so that the line does not cross them. A
 * column that is too narrow has no text.
 */
function drawWords({ columns, scale, colours, width }: ColumnContent): CustomSeriesRenderItem {
  const wide = wideOf(plotOf(width) / Math.max(1, columns.length))
  const font = '600 12px Inter Variable, sans-serif'
  return (params, api) => {
    const column = columns[params.dataIndex]
    const value = column?.value ?? null
    const leastPx = value === null ? FOR_SCHEDULED_WORDS_PX : value === 0 ? LEAST_FOR_ZERO_PX : LEAST_FOR_WORDS_PX
    if (column === undefined || wide < leastPx) return null
    const box = boxOf(api, params.dataIndex, value === null ? scale.max : Math.min(scale.max, value), wide)
    const inside = value !== null && box.height >= 26
    const look = inside
      ? { fill: '#ffffff', backgroundColor: colours.measure, padding: [1, 3] }
      : { fill: value === null ? colours['text-2'] : colours.text, backgroundColor: colours.panel, padding: [1, 3] }
    return {
      type: 'text',
      x: box.x + wide / 2,
      y: value === null ? box.y + box.height / 2 : box.y + (inside ? 16 : -10),
      style: {
        text: value === null ? 'not\nscheduled' : column.words,
        font,
        align: 'center',
        verticalAlign: 'middle',
        lineHeight: 15,
        ...look,
      },
    }
  }
}

/**
 * Returns the function that draws the trend through columns with a value, with a break where there is none, and the word `trend`
 * at the upper right. It draws nothing without a trend.
 */
function drawTrend({ columns, trend, scale, colours, width }: ColumnContent): CustomSeriesRenderItem {
  const parts = withoutGaps(columns)
  const style = { stroke: colours.text, lineWidth: 1.6, lineDash: [4, 3], fill: 'none' }
  const end = width - COLUMN_MARGIN.right
  const name = { fill: colours['text-2'], font: '12px Inter Variable, sans-serif', align: 'right' as const }
  return (_, api) => {
    if (trend === null) return null
    const pointAt = (at: number, value: number) =>
      api.coord([at, Math.min(scale.max, Math.max(0, value))]) as [number, number]
    const lines = parts.map(([first, last]) => {
      const points = trend.slice(first, last + 1).map((value, i) => pointAt(first + i + 0.5, value))
      // A line of one column has the width of half of it.
      const [value = 0] = trend.slice(first)
      const alone = [pointAt(first + 0.25, value), pointAt(first + 0.75, value)]
      return { type: 'polyline' as const, shape: { points: first === last ? alone : points }, style }
    })
    return {
      type: 'group',
      $mergeChildren: false,
      children: [
        ...lines,
        {
          type: 'line' as const,
          shape: { x1: end - TREND_NAME_PX - 24, y1: 7, x2: end - TREND_NAME_PX - 4, y2: 7 },
          style,
        },
        { type: 'text' as const, x: end, y: 7, style: { text: 'trend', verticalAlign: 'middle' as const, ...name } },
      ],
    }
  }
}

/** Width of the word `trend`, px. */
const TREND_NAME_PX = 32

/** Returns the ECharts options for columns over time with their texts, labels and trend. */
export function columnOption(content: ColumnContent): EChartsCoreOption {
  const { columns, scale, colours, width } = content
  const labels = labelsOf(columns, plotOf(width), COLUMN_MARGIN)
  const marks = [...labels.keys()].map((i) => i + 0.5)
  const text = { color: colours['text-2'], fontFamily: 'Inter Variable, sans-serif', fontSize: 12 }
  return {
    animation: false,
    grid: { ...COLUMN_MARGIN, outerBoundsMode: 'none' },
    xAxis: {
      type: 'value',
      min: 0,
      max: Math.max(1, columns.length),
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: {
        ...text,
        customValues: marks,
        hideOverlap: true,
        formatter: (at: number) => labels.get(Math.floor(at)) ?? '',
      },
    },
    yAxis: {
      type: 'value',
      min: 0,
      max: scale.max,
      interval: scale.step,
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: text,
      splitLine: { lineStyle: { color: colours.line, opacity: 0.7 } },
    },
    series: [
      custom('columns', columns.length, drawColumns(content)),
      custom('trend', content.trend === null ? 0 : 1, drawTrend(content)),
      custom('words', columns.length, drawWords(content)),
    ],
  }
}
