import { bandByPixel, type Column, type Series, summaryOf } from './band.ts'
import type { Mark } from './marks.ts'
import { type Scale, type Spread, scaleOf } from './series-axis.ts'
import type { Window } from './span.ts'

export type LaneName = 'cycle-time' | 'temperature' | 'analog'

/** One measured value of a machine, as a chart draws it. */
export interface Lane {
  /** Colours, texts and columns of files go by it. */
  name: LaneName
  title: string
  unit: string
  series: Series
  /** Of the whole period, left-out cycles left out; undefined without a value. */
  spread: Spread | undefined
  marks: readonly Mark[]
  /** Two values further apart than this are not joined. */
  gapMs: number
  /** How many decimals of it are told. */
  digits: number
}

/** A lane as so many pixels show it. */
export interface DrawnLane {
  lane: Lane
  /** All of the window; undefined without a value in it. */
  whole: Column | undefined
  scale: Scale
  pieces: readonly (readonly Column[])[]
}

interface Picture {
  window: Window
  /** Pixels of the plot. */
  width: number
  gaps: readonly Window[]
  /** Standard deviations the axis reaches to both sides; null: it holds every value. */
  deviations: number | null
}

/** All of a window in one, and how far its axis goes. */
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

/** A value of a lane with its unit. */
export const valueWords = ({ digits, unit }: Pick<Lane, 'digits' | 'unit'>, value: number): string =>
  unit === '' ? value.toFixed(digits) : `${value.toFixed(digits)} ${unit}`
