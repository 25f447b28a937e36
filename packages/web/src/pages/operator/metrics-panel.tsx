import { partsPerHour, usualPartsPerHour } from '@millwatch/domain/runs'
import { RUNNING } from '@millwatch/domain/status'
import { MINUTE_MS } from '@millwatch/domain/time'
import { Sparkline } from '../../charts/sparkline.tsx'
import type { SeriesData } from '../../features/telemetry/charts-props.ts'
import type { Equipment } from '../../features/tree/types.ts'
import { useNow } from '../../lib/clock.ts'
import { count, NONE, oneDecimal } from '../../lib/format.ts'
import { temperature, temperatureUnit } from '../../lib/measures.ts'
import { Meter } from '../../ui/meter.tsx'
import { latestAnalog, latestTemperature } from '../latest.ts'
import type { OperatorData } from './use-operator-data.ts'

interface MetricsPanelProps {
  machine: Equipment
  data: OperatorData
}

/** Panel with the rate of the run against its usual rate, and the latest values of the machine with lines of the last hour. */
export function MetricsPanel({ machine, data }: MetricsPanelProps) {
  const series = data.hour.data?.series
  const cycle = machine.latest_cycle?.data.cycle_time
  const celsius = latestTemperature(machine)
  const analog = latestAnalog(machine)
  return (
    <section className="operator-panel operator-metrics" aria-label="Metrics">
      {machine.current_run !== null && <RunRate machine={machine} data={data} />}
      <Metric
        label="Last cycle time"
        value={cycle == null ? NONE : oneDecimal(cycle)}
        unit="s"
        tone="cycle-time"
        values={valuesOf(series, 'cycle_time')}
      />
      <Metric
        label="Temperature"
        value={celsius === null ? NONE : oneDecimal(temperature(celsius))}
        unit={temperatureUnit()}
        tone="temperature"
        values={valuesOf(series, 'temperature_1')}
      />
      <Metric
        label="Analog input"
        value={analog.value === null ? NONE : oneDecimal(analog.value)}
        unit={analog.unit}
        tone="analog"
        values={valuesOf(series, 'analog_in_1_transformed')}
      />
    </section>
  )
}

type Name = 'cycle_time' | 'temperature_1' | 'analog_in_1_transformed'
/** Largest number of values in a line. */
const MOST_VALUES = 60

/**
 * Returns the last values of a series, at most 60, the newest last, without nulls. They are the single values, or means if the
 * series has no single values; empty without either.
 */
function valuesOf(series: SeriesData | undefined, name: Name): number[] {
  const points = series?.[name]
  const means = series?.drawn?.[name]?.mean
  return (points ?? means ?? []).filter((value) => value !== null).slice(-MOST_VALUES)
}

interface MetricProps {
  label: string
  value: string
  unit: string
  tone: 'cycle-time' | 'temperature' | 'analog'
  values: readonly number[]
}

function Metric({ label, value, unit, tone, values }: MetricProps) {
  return (
    <div className="operator-metric">
      <span className="muted">{label}</span>
      <span className="anchor operator-spark">
        {values.length > 0 && <Sparkline values={values} label={`${label}, last hour`} tone={tone} />}
      </span>
      <span className="operator-metric-value">
        <b className="value">{value}</b> <span className="muted">{unit}</span>
      </span>
    </div>
  )
}

/**
 * Returns parts per hour of the run, null without a run or running time. While the machine runs and the run is older than an
 * hour, the rate is that of the running time in the last hour, else that of the whole run up to `at` (epoch ms). A run without
 * parts per cycle has one part per cycle.
 */
function rateNow({ current_run: run, current_status: status }: Equipment, hour: OperatorData['hour'], at: number) {
  if (run === null) return null
  const startedAt = Date.parse(run.started_at)
  const perCycle = run.parts_per_cycle ?? 1
  const period = hour.data
  if (status?.status === RUNNING && period !== undefined && startedAt <= period.from)
    return partsPerHour({ parts: period.figures.cycles * perCycle, durationS: period.figures.running_s })
  return partsPerHour({ parts: run.cycles_current * perCycle, durationS: (at - startedAt) / 1000 })
}

/** Parts per hour of the run as a bar, with a stroke at the usual rate if that is known. */
function RunRate({ machine, data }: MetricsPanelProps) {
  const at = useNow(MINUTE_MS)
  const rate = rateNow(machine, data.hour, at)
  const reported = data.runs?.find(({ id }) => id === machine.current_run?.id)
  const usual = (reported && usualPartsPerHour(reported, data.runs ?? [])) || null
  const most = Math.max(rate ?? 0, usual ?? 0) * 1.15
  const pctOf = (value: number): number => (most === 0 ? 0 : (value / most) * 100)
  return (
    <div className="operator-pace">
      <p className="operator-pace-words">
        <span className="muted">Pace of this run</span>
        <span>
          <b className="value operator-pace-figure">{rate === null ? NONE : count(Math.round(rate))}</b>{' '}
          <span className="muted">/ h{usual !== null && ` · usual ${count(Math.round(usual))}`}</span>
        </span>
      </p>
      <div className="anchor">
        <Meter label="Pace of this run" value={pctOf(rate ?? 0)} />
        {usual !== null && most > 0 && <span className="operator-usual" style={{ left: `${pctOf(usual)}%` }} />}
      </div>
    </div>
  )
}
