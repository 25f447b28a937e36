import { count, counted } from '../../lib/format.ts'
import type { SeriesData } from './charts-props.ts'

type Average = NonNullable<SeriesData['temp_avg']>

interface AverageNoteProps {
  /** Average of the period; null or undefined: there is no value in it, or it is not loaded. */
  average: Average | null | undefined
  /** Noun for the values that are counted. */
  thing: 'cycle' | 'reading'
  /** Number of decimals of the average. */
  digits: number
  isLoading: boolean
  /** Kinds of cycles that are excluded, in words; undefined: none are. */
  leftOut: string | undefined
}

/**
 * Returns the standard deviation of the values that were measured alone: `σ 1.90`, with their number if others came in groups; or
 * the words that there is none, since all came in groups.
 */
function deviationWords({ std_dev, measured, count: all }: Average): string {
  if (std_dev === null) return 'no σ: only means of groups'
  return `σ ${std_dev.toFixed(2)}${measured === all ? '' : ` of ${count(measured)} measured alone`}`
}

/**
 * Two lines with the average of the period and its deviation, and the number of values: `avg 31.00 · σ 1.90`, `122 cycles`.
 * Without values the first line says so; while it loads both are blank but keep their height.
 */
export function AverageNote({ average, thing, digits, isLoading, leftOut }: AverageNoteProps) {
  if (average == null)
    return (
      <span className="stack flush">
        <span>{isLoading ? '\u00a0' : 'none in this period'}</span>
        <span aria-hidden="true">{'\u00a0'}</span>
      </span>
    )
  const many = counted(average.count, thing)
  return (
    <span className="stack flush" title="Average and standard deviation of the period">
      <span>
        avg {average.avg.toFixed(digits)} · {deviationWords(average)}
      </span>
      <span className="sr-only"> · </span>
      <span>{thing === 'cycle' && leftOut !== undefined ? `${many}, without ${leftOut}` : many}</span>
    </span>
  )
}
