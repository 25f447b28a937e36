import './utilization.css'
import { hours, percent } from '../../lib/format.ts'
import { Meter } from '../../ui/meter.tsx'
import { Explanation } from './explanation.tsx'
import { How } from './how.tsx'
import type { Figures } from './types.ts'

interface MachineToday {
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
  const nothing = machine.util_pct === null
  return (
    <div className="machine-utilization">
      <div className="figure-label">Utilization today</div>
      <div className="machine-utilization-row">
        <div className="machine-utilization-figure" data-testid="utilization">
          {percent(machine.util_pct)}
        </div>
        <div className="machine-utilization-words">
          <div>
            {nothing
              ? 'nothing scheduled in this period'
              : `${hours(machine.util_s)} / ${hours(machine.util_s_available)} h`}
          </div>
          <How of="the utilization">
            {() => (
              <Explanation
                figures={machine.figures}
                from={Date.parse(machine.today_started_at)}
                asOf={Date.parse(machine.as_of)}
                zone={machine.actual_timezone}
              />
            )}
          </How>
        </div>
      </div>
      <Meter value={machine.util_pct} label="Utilization today" />
    </div>
  )
}
