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
  /** Those the charts draw; undefined while they are being read. */
  lanes: readonly Lane[]
  data: SeriesData | undefined
  /** What is left out, in words. */
  leftOut: string | undefined
}

/** Averages of the period with their standard deviations; that of the analog input only where there is one. */
export function Averages({ lanes, data, leftOut }: AveragesProps) {
  const id = useId()
  return (
    <section className="panel averages-panel" aria-labelledby={id}>
      <div>
        <h2 id={id} className="panel-title">
          Averages
        </h2>
        <p className="panel-note">
          {leftOut === undefined ? 'of the period, all values' : `of the period, without ${leftOut}`}
        </p>
      </div>
      <dl className="averages" {...(data === undefined ? { 'aria-busy': true } : {})}>
        {lanes.map((lane) => {
          const known = data?.[averageOf[lane.name]]
          const [one, several] = counted[lane.name]
          return (
            <Figure
              key={lane.name}
              label={lane.title}
              value={known == null ? NONE : valueWords(lane, known.avg)}
              note={
                known == null
                  ? data === undefined
                    ? ' '
                    : 'none in this period'
                  : `σ ${known.std_dev.toFixed(2)} · ${count(known.count)} ${known.count === 1 ? one : several}`
              }
            />
          )
        })}
      </dl>
    </section>
  )
}
