import { bandByPixel, type Column, type Series, summaryOf } from './band.ts'
import type { Mark } from './marks.ts'
import { type Scale, type Spread, scaleOf } from './series-axis.ts'
import type { Window } from './span.ts'

export type LineName = 'cycle-time' | 'temperature' | 'analog'

/** Series of a machine over time, with its name, unit and the other values by which a chart draws it as a line. */
export interface ChartLine {
  /** Key for colours, texts and the columns of exported files. */
  name: LineName
  title: string
  unit: string
  series: Series
  /**
   * Mean and deviation over the whole period without the excluded cycles; undefined without a deviation, such as without values
   * or if all cycles came in groups.
   */
  spread: Spread | undefined
  /**
   * Number of cycles of the period that came in groups, each with the mean of its group, and number of all cycles. Undefined if
   * none came in groups.
   */
  grouped?: { readonly cycles: number; readonly all: number } | undefined
  marks: readonly Mark[]
  /** Greatest distance of two values that a line joins, ms, as `Seen.gapMs` defines it. */
  gapMs: number
  /** Number of decimals with which values are written. */
  digits: number
}

/** Line of a chart, reduced to the pixels of the plot. `runs` are its parts, each drawn without a break. */
export interface DrawnLine {
  line: ChartLine
  /** Summary of the values in the whole window; undefined if there are none. */
  whole: Column | undefined
  scale: Scale
  runs: readonly (readonly Column[])[]
}

interface Plot {
  window: Window
  /** Width of the plot, px. */
  width: number
  gaps: readonly Window[]
  /** Number of standard deviations that the axis reaches to both sides of the mean; null for an axis of all values. */
  deviations: number | null
}

/**
 * Returns the summary of a line's values inside the window, and the range of its value axis: 0 to 1 without values.
 * `deviations` null: the axis shows all values.
 */
export function measureLine(
  line: ChartLine,
  window: Window,
  deviations: number | null,
): Pick<DrawnLine, 'whole' | 'scale'> {
  const whole = summaryOf(line.series, window)
  return { whole, scale: whole === undefined ? { min: 0, max: 1 } : scaleOf(whole, line.spread, deviations) }
}

/**
 * Reduces a line to the pixels of the plot: each pixel with values has their lowest, highest and mean value. The parts of the
 * line end at gaps. Also returns the summary and the axis of `measureLine`.
 */
export function reduceLine(line: ChartLine, { window, width, gaps, deviations }: Plot): DrawnLine {
  return {
    line,
    ...measureLine(line, window, deviations),
    runs: bandByPixel(line.series, { window, width, gapMs: line.gapMs, gaps }),
  }
}

/** Returns a value as text with the line's number of decimals, followed by its unit if there is one. */
export const valueWords = ({ digits, unit }: Pick<ChartLine, 'digits' | 'unit'>, value: number): string =>
  unit === '' ? value.toFixed(digits) : `${value.toFixed(digits)} ${unit}`
