import { useMemo } from 'react'
import { type Series, statistics } from '../../charts/band.ts'
import type { Window } from '../../charts/span.ts'
import type { Equipment } from '../../features/tree/types.ts'
import { MachineUtilization } from '../../features/utilization/machine-utilization.tsx'
import { count, NONE, oneDecimal, shortSeconds } from '../../lib/format.ts'
import { timeNear } from '../../lib/zoned.ts'
import { Ago } from '../../ui/contact.tsx'
import { Figure } from '../../ui/panel.tsx'

interface FiguresProps {
  machine: Equipment
  cycles: Series | undefined
  warmth: Series | undefined
  window: Window
}

/** The latest temperature, from a cycle or a reading, whichever is later. */
function latestTemperature({ latest_cycle: cycle, latest_tlm_data: reading }: Equipment): number | null {
  const candidates = [
    { at: cycle?.occurred_at, value: cycle?.data.temperature_1 },
    { at: reading?.occurred_at, value: reading?.temperature_1 },
  ].flatMap(({ at, value }) => (at == null || value == null ? [] : [{ at: Date.parse(at), value }]))
  return candidates.toSorted((a, b) => a.at - b.at).at(-1)?.value ?? null
}

const average = (series: Series | undefined, window: Window, unit: string): string => {
  const known = series && statistics(series, window)
  return known === undefined ? ' ' : `avg ${oneDecimal(known.mean)}${unit} · σ ${oneDecimal(known.deviation)}`
}

/** The figures of now and today. */
export function MachineFigures({ machine, cycles, warmth, window }: FiguresProps) {
  const cycle = machine.latest_cycle
  const cycleAt = cycle === null ? null : Date.parse(cycle.occurred_at)
  const temperature = latestTemperature(machine)
  const perHour = machine.cycles_per_hour
  const cycleNote = useMemo(() => average(cycles, window, ''), [cycles, window])
  const warmNote = useMemo(() => average(warmth, window, ''), [warmth, window])
  return (
    <section className="panel machine-figures" aria-label="Now and today">
      <MachineUtilization machine={machine} />
      <dl className="machine-figures-list">
        <Figure
          label="Last cycle"
          value={<Ago at={cycleAt} absent={NONE} />}
          note={
            cycleAt === null
              ? 'no cycle yet'
              : `at ${timeNear(cycleAt, Date.parse(machine.as_of), machine.actual_timezone)}`
          }
        />
        <Figure
          label="Cycle time"
          value={cycle?.data.cycle_time == null ? NONE : shortSeconds(cycle.data.cycle_time)}
          note={cycleNote}
        />
        <Figure
          label="Temperature"
          value={temperature === null ? NONE : `${oneDecimal(temperature)} °C`}
          note={warmNote}
        />
        <Figure
          label="Cycles today"
          value={<span data-testid="cycles">{count(machine.total_cycle_count)}</span>}
          note={perHour === null ? 'no running time yet' : `${oneDecimal(perHour)} / h of running`}
        />
      </dl>
    </section>
  )
}
