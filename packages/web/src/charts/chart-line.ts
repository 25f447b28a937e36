import { bandByPixel, type Column, type Series, summaryOf } from './band.ts'
import type { Mark } from './marks.ts'
import { type Scale, type Spread, scaleOf } from './series-axis.ts'
import type { Window } from './span.ts'

export type LineName = 'cycle-time' | 'temperature' | 'analog'

/** Measured values of a machine over time with everything that a chart needs to draw them as a line. */
export interface ChartLine {
  /** Key for colours, texts and the columns of exported files. */
  name: LineName
  title: string
  unit: string
  series: Series
  /** Mean and deviation over the whole period without the excluded cycles; undefined without a value. */
  spread: Spread | undefined
  /** Number of cycles that came in groups, as the mean of each group, of all cycles of the period; undefined: none did. */
  grouped?: { readonly cycles: number; readonly all: number } | undefined
  marks: readonly Mark[]
  /** Two values further apart than this, ms, are not joined by a line. */
  gapMs: number
  /** Number of decimals shown. */
  digits: number
}

/** Line of a chart, reduced to the pixels of the plot. `runs` are the parts that are drawn without a break. */
export interface DrawnLine {
  line: ChartLine
  /** Summary of the whole window; undefined when it has no values. */
  whole: Column | undefined
  scale: Scale
  runs: readonly (readonly Column[])[]
}

interface Plot {
  window: Window
  /** Width of the plot, px. */
  width: number
  gaps: readonly Window[]
  /** Standard deviations the axis reaches to both sides; null: it holds every value. */
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

/** Reduces a line to the pixels of the plot: lowest, highest and mean value of each, in parts that end at gaps. */
export function reduceLine(line: ChartLine, { window, width, gaps, deviations }: Plot): DrawnLine {
  return {
    line,
    ...measureLine(line, window, deviations),
    runs: bandByPixel(line.series, { window, width, gapMs: line.gapMs, gaps }),
  }
}

/** Returns a value with the line's number of decimals, followed by its unit if there is one. */
export const valueWords = ({ digits, unit }: Pick<ChartLine, 'digits' | 'unit'>, value: number): string =>
  unit === '' ? value.toFixed(digits) : `${value.toFixed(digits)} ${unit}`
