import { count, counted } from '../../lib/format.ts'
import type { SeriesData } from './charts-props.ts'

type Average = NonNullable<SeriesData['temp_avg']>

interface AverageNoteProps {
  /** Null: no value in the period. */
  average: Average | null | undefined
  /** Things that are counted. */
  thing: 'cycle' | 'reading'
  /** Digits of the average behind the point. */
  digits: number
  isLoading: boolean
  /** Names of excluded cycles; undefined: none are. */
  leftOut: string | undefined
}

/** Returns the standard deviation of what was measured one by one: `σ 1.90`, or that there is none. */
function deviationWords({ std_dev, measured, count: all }: Average): string {
  if (std_dev === null) return 'no σ: only means of groups'
  return `σ ${std_dev.toFixed(2)}${measured === all ? '' : ` of ${count(measured)} measured alone`}`
}

/**
 * Average of the period with its deviation and the number of values, in two lines: `avg 31.00 · σ 1.90`, `122 cycles`. Both lines are
 * there while it loads.
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
