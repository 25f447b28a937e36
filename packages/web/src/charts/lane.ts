import { bandByPixel, type Column, type Series, summaryOf } from './band.ts'
import type { Mark } from './marks.ts'
import { type Scale, type Spread, scaleOf } from './series-axis.ts'
import type { Window } from './span.ts'

export type LaneName = 'cycle-time' | 'temperature' | 'analog'

/** One measured value of a machine over time, as a chart draws it. */
export interface Lane {
  /** Key for colours, texts and the columns of exported files. */
  name: LaneName
  title: string
  unit: string
  series: Series
  /** Mean and deviation over the whole period without the excluded cycles; undefined without a value. */
  spread: Spread | undefined
  marks: readonly Mark[]
  /** Two values further apart than this, ms, are not joined by a line. */
  gapMs: number
  /** Number of decimals shown. */
  digits: number
}

/** A series reduced to the pixels of the plot. */
export interface DrawnLane {
  lane: Lane
  /** Summary of the whole window; undefined when it has no values. */
  whole: Column | undefined
  scale: Scale
  pieces: readonly (readonly Column[])[]
}

interface Picture {
  window: Window
  /** Width of the plot, px. */
  width: number
  gaps: readonly Window[]
  /** Standard deviations the axis reaches to both sides; null: it holds every value. */
  deviations: number | null
}

/** Returns the summary of a window and the range of its value axis. */
export function measureLane(lane: Lane, window: Window, deviations: number | null): Pick<DrawnLane, 'whole' | 'scale'> {
  const whole = summaryOf(lane.series, window)
  return { whole, scale: whole === undefined ? { min: 0, max: 1 } : scaleOf(whole, lane.spread, deviations) }
}

export function drawLane(lane: Lane, { window, width, gaps, deviations }: Picture): DrawnLane {
  return {
    lane,
    ...measureLane(lane, window, deviations),
    pieces: bandByPixel(lane.series, { window, width, gapMs: lane.gapMs, gaps }),
  }
}

/** Returns a value with its unit as text. */
export const valueWords = ({ digits, unit }: Pick<Lane, 'digits' | 'unit'>, value: number): string =>
  unit === '' ? value.toFixed(digits) : `${value.toFixed(digits)} ${unit}`
