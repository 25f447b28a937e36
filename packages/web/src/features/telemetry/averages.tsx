import './telemetry.css'
import { useId } from 'react'
import { type Lane, type LaneName, valueWords } from '../../charts/lane.ts'
import { count, NONE } from '../../lib/format.ts'
import { Figure } from '../../ui/panel.tsx'
import type { SeriesData } from './charts-props.ts'

const counted: Readonly<Record<LaneName, [one: string, several: string]>> = {
  'cycle-time': ['cycle', 'cycles'],
  temperature: ['reading', 'readings'],
  analog: ['reading', 'readings'],
}
const averageOf: Readonly<Record<LaneName, 'cycle_time_avg' | 'temp_avg' | 'analog_avg'>> = {
  'cycle-time': 'cycle_time_avg',
  temperature: 'temp_avg',
  analog: 'analog_avg',
}

interface AveragesProps {
  /** Series that the charts draw; undefined while they load. */
  lanes: readonly Lane[]
  data: SeriesData | undefined
  /** Text about excluded cycles. */
  leftOut: string | undefined
}

/** Averages of the period with their standard deviations. The analog input is shown only when there is one. */
export function Averages({ lanes, data, leftOut }: AveragesProps) {
  const id = useId()
  return (
    <section className="panel row averages-panel" aria-labelledby={id}>
      <div>
        <h2 id={id} className="panel-title">
          Averages
        </h2>
        <p className="note">
          {leftOut === undefined ? 'of the period, all values' : `of the period, without ${leftOut}`}
        </p>
      </div>
      <dl className="wrap averages" {...(data === undefined ? { 'aria-busy': true } : {})}>
        {lanes.map((lane) => {
          const average = data?.[averageOf[lane.name]]
          const [singular, plural] = counted[lane.name]
          return (
            <Figure
              key={lane.name}
              label={lane.title}
              value={average == null ? NONE : valueWords(lane, average.avg)}
              note={
                average == null
                  ? data === undefined
                    ? ' '
                    : 'none in this period'
                  : `σ ${average.std_dev.toFixed(2)} · ${count(average.count)} ${average.count === 1 ? singular : plural}`
              }
            />
          )
        })}
      </dl>
    </section>
  )
}
