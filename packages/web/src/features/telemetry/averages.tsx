import './telemetry.css'
import { useId } from 'react'
import { type ChartLine, type LineName, valueWords } from '../../charts/chart-line.ts'
import { count, NONE } from '../../lib/format.ts'
import { Figure } from '../../ui/panel.tsx'
import type { SeriesData } from './charts-props.ts'

const counted: Readonly<Record<LineName, [one: string, several: string]>> = {
  'cycle-time': ['cycle', 'cycles'],
  temperature: ['reading', 'readings'],
  analog: ['reading', 'readings'],
}
const averageOf: Readonly<Record<LineName, 'cycle_time_avg' | 'temp_avg' | 'analog_avg'>> = {
  'cycle-time': 'cycle_time_avg',
  temperature: 'temp_avg',
  analog: 'analog_avg',
}

/** Returns the standard deviation of what was measured one by one: `σ 1.90`, or that there is none. */
function deviationWords({ std_dev, measured, count: all }: NonNullable<SeriesData['temp_avg']>): string {
  if (std_dev === null) return 'no σ: only means of groups'
  return `σ ${std_dev.toFixed(2)}${measured === all ? '' : ` of ${count(measured)} measured alone`}`
}

interface AveragesProps {
  lines: readonly ChartLine[]
  /** Series that the charts draw; undefined while they load. */
  data: SeriesData | undefined
  /** Text about excluded cycles. */
  leftOut: string | undefined
}

/** Panel with the averages of the period and their standard deviations, one for each line. */
export function Averages({ lines, data, leftOut }: AveragesProps) {
  const id = useId()
  return (
    <section className="panel row figures" aria-labelledby={id}>
      <div>
        <h2 id={id}>Averages</h2>
        <p className="note">
          {leftOut === undefined ? 'of the period, all values' : `of the period, without ${leftOut}`}
        </p>
      </div>
      <dl className="wrap figures" {...(data === undefined ? { 'aria-busy': true } : {})}>
        {lines.map((line) => {
          const average = data?.[averageOf[line.name]]
          const [singular, plural] = counted[line.name]
          return (
            <Figure
              key={line.name}
              label={line.title}
              value={average == null ? NONE : valueWords(line, average.avg)}
              note={
                average == null
                  ? data === undefined
                    ? ' '
                    : 'none in this period'
                  : `${deviationWords(average)} · ${count(average.count)} ${average.count === 1 ? singular : plural}`
              }
            />
          )
        })}
      </dl>
    </section>
  )
}
