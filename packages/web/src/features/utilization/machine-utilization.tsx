import './utilization.css'
import { hours, percent } from '../../lib/format.ts'
import { Meter } from '../../ui/meter.tsx'
import { Explained } from './explained.tsx'
import type { Explainable, Figures } from './types.ts'

interface MachineToday {
  id: number
  name: string
  figures: Figures
  util_pct: number | null
  util_s: number
  util_s_available: number
  today_started_at: string
  as_of: string
  actual_timezone: string
}

/** A machine's utilization today, with actual and expected hours. */
export function MachineUtilization({ machine }: { machine: MachineToday }) {
  const of: Explainable = {
    place: { kind: 'machine', id: machine.id, name: machine.name, zone: machine.actual_timezone },
    from: Date.parse(machine.today_started_at),
    to: Date.parse(machine.as_of),
    asOf: Date.parse(machine.as_of),
    shift: 0,
    figures: machine.figures,
  }
  const nothing = machine.util_pct === null
  return (
    <div className="machine-utilization">
      <div className="figure-label">Utilization today</div>
      <div className="machine-utilization-row">
        <div className="machine-utilization-figure">
          <Explained of={of}>
            <span data-testid="utilization">{percent(machine.util_pct)}</span>
          </Explained>
        </div>
        <div className="machine-utilization-words">
          <div>
            {nothing
              ? 'nothing scheduled in this period'
              : `${hours(machine.util_s)} / ${hours(machine.util_s_available)} h`}
          </div>
          <Explained of={of} className="link-button">
            how?
          </Explained>
        </div>
      </div>
      <Meter value={machine.util_pct} label="Utilization today" />
    </div>
  )
}
