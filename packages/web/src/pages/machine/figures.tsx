import { RunFigure } from '../../features/runs/run-figure.tsx'
import { AverageNote } from '../../features/telemetry/average-note.tsx'
import { leftOutWords, temperatureAverage } from '../../features/telemetry/averages.ts'
import type { Equipment } from '../../features/tree/types.ts'
import { fromIso } from '../../lib/clock.ts'
import { timeNear } from '../../lib/dates.ts'
import { count, NONE, oneDecimal, quantity, shortSeconds } from '../../lib/format.ts'
import { temperatureText } from '../../lib/measures.ts'
import { useScope } from '../../scope/scope.ts'
import { Ago } from '../../ui/contact.tsx'
import { Figure } from '../../ui/panel.tsx'
import { latestAnalog, latestTemperature } from '../latest.ts'
import type { MachineData } from './machine-data.ts'
import { MoneyFigures } from './money-figures.tsx'
import { PeriodUtilization } from './period-utilization.tsx'

interface FiguresProps {
  machine: Equipment
  /** Figures of the period; undefined while they load. */
  data: MachineData | undefined
  /** Name of the period as part of a sentence, such as `past week`. */
  periodName: string
  zone: string
  onScrap: (() => Promise<unknown>) | undefined
}

/** Panel with the figures of a machine: its latest values, its run, and the sums and averages of the period. */
export function MachineFigures({ machine, data, periodName, zone, onScrap }: FiguresProps) {
  const cycle = machine.latest_cycle
  const cycleAt = fromIso(cycle?.occurred_at)
  const temperature = latestTemperature(machine)
  const series = data?.series
  const analog = latestAnalog(machine)
  // A machine that sends the value has its place in the grid before the period is loaded.
  const hasAnalog = analog.value !== null || series?.analog_avg != null
  const notes = { isLoading: data === undefined, leftOut: leftOutWords(useScope()) }
  const run = machine.current_run
  return (
    <section className="panel stack machine-figures" aria-label="Now and in the period">
      <PeriodUtilization machine={machine} data={data} periodName={periodName} zone={zone} />
      <dl className="stack wide figure-list machine-figures-list">
        <Figure
          label="Last cycle"
          value={<Ago at={cycleAt} absent={NONE} />}
          note={cycleAt === null ? 'no cycle yet' : `at ${timeNear(cycleAt, Date.parse(machine.as_of), zone)}`}
        />
        <Figure
          label={cycle?.is_startup ? 'Cycle time (startup)' : 'Cycle time'}
          value={cycle?.data.cycle_time == null ? NONE : shortSeconds(cycle.data.cycle_time)}
          note={<AverageNote {...notes} average={series?.cycle_time_avg} thing="cycle" digits={2} />}
        />
        <Figure
          label="Temperature"
          value={temperature === null ? NONE : temperatureText(temperature)}
          note={<AverageNote {...notes} average={temperatureAverage(series?.temp_avg)} thing="reading" digits={1} />}
        />
        {hasAnalog && (
          <Figure
            label="Analog input"
            value={analog.value === null ? NONE : `${oneDecimal(analog.value)} ${analog.unit}`.trim()}
            note={<AverageNote {...notes} average={series?.analog_avg} thing="reading" digits={1} />}
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
