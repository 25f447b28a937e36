import { RunFigure } from '../../features/runs/run-figure.tsx'
import type { Equipment } from '../../features/tree/types.ts'
import { fromIso } from '../../lib/clock.ts'
import { timeNear } from '../../lib/dates.ts'
import { count, NONE, oneDecimal, quantity, shortSeconds } from '../../lib/format.ts'
import { Ago } from '../../ui/contact.tsx'
import { Figure } from '../../ui/panel.tsx'
import { latestAnalog, latestTemperature } from '../latest.ts'
import type { MachineData } from './machine-data.ts'
import { MoneyFigures } from './money-figures.tsx'
import { PeriodUtilization } from './period-utilization.tsx'

interface FiguresProps {
  machine: Equipment
  /** Undefined while the period loads. */
  data: MachineData | undefined
  /** Name of the period in a sentence. */
  periodName: string
  zone: string
  onScrap: (() => Promise<unknown>) | undefined
}

type Average = { avg: number; std_dev: number | null } | null | undefined

/** Returns `avg 31.0 · σ 1.9`, `no σ` where cycles came in groups only; a blank without values keeps the height of the line. */
const averageNote = (average: Average, unit = ''): string =>
  average == null
    ? ' '
    : `avg ${oneDecimal(average.avg)}${unit} · ${average.std_dev === null ? 'no σ' : `σ ${oneDecimal(average.std_dev)}`}`

/** Panel with the figures of a machine: its latest values, its run, and the sums and averages of the period. */
export function MachineFigures({ machine, data, periodName, zone, onScrap }: FiguresProps) {
  const cycle = machine.latest_cycle
  const cycleAt = fromIso(cycle?.occurred_at)
  const temperature = latestTemperature(machine)
  const series = data?.series
  const analog = series?.analog_avg == null ? undefined : latestAnalog(machine)
  const run = machine.current_run
  return (
    <section className="panel wrap machine-figures" aria-label="Now and in the period">
      <PeriodUtilization machine={machine} data={data} periodName={periodName} zone={zone} />
      <dl className="wrap figures machine-figures-list">
        <Figure
          label="Last cycle"
          value={<Ago at={cycleAt} absent={NONE} />}
          note={cycleAt === null ? 'no cycle yet' : `at ${timeNear(cycleAt, Date.parse(machine.as_of), zone)}`}
        />
        <Figure
          label={cycle?.is_startup ? 'Cycle time (startup)' : 'Cycle time'}
          value={cycle?.data.cycle_time == null ? NONE : shortSeconds(cycle.data.cycle_time)}
          note={averageNote(series?.cycle_time_avg)}
        />
        <Figure
          label="Temperature"
          value={temperature === null ? NONE : `${oneDecimal(temperature)} °C`}
          note={averageNote(series?.temp_avg)}
        />
        {analog !== undefined && (
          <Figure
            label="Analog input"
            value={analog.value === null ? NONE : `${oneDecimal(analog.value)} ${analog.unit}`.trim()}
            note={averageNote(series?.analog_avg)}
          />
        )}
        <Cycles data={data} />
        <MoneyFigures machine={machine} figures={data?.figures} />
        {run !== null && <RunFigure run={run} zone={zone} onScrap={onScrap} />}
      </dl>
    </section>
  )
}

function Cycles({ data }: { data: MachineData | undefined }) {
  const figures = data?.figures
  const perHour = figures === undefined || figures.running_s === 0 ? null : (figures.cycles * 3600) / figures.running_s
  return (
    <Figure
      label="Total cycles"
      value={<span data-testid="cycles">{figures === undefined ? NONE : count(figures.cycles)}</span>}
      note={
        figures === undefined ? (
          ' '
        ) : perHour === null ? (
          'no running time'
        ) : (
          <span title={`${count(figures.cycles)} cycles / ${quantity(figures.running_s / 3600)} h of running`}>
            {oneDecimal(perHour)} / h of running
          </span>
        )
      }
    />
  )
}
