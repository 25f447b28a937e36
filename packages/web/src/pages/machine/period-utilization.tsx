import type { Equipment } from '../../features/tree/types.ts'
import { Explained } from '../../features/utilization/explained.tsx'
import type { Explainable } from '../../features/utilization/types.ts'
import { hours, percent } from '../../lib/format.ts'
import { Meter } from '../../ui/meter.tsx'
import { Bone } from '../../ui/notice.tsx'
import type { MachineData } from './machine-data.ts'

interface PeriodUtilizationProps {
  machine: Pick<Equipment, 'id' | 'name'>
  data: MachineData | undefined
  /** What the period is called. */
  what: string
  zone: string
}

/** A machine's utilization in the period, with actual and expected hours; it explains itself. */
export function PeriodUtilization({ machine, data, what, zone }: PeriodUtilizationProps) {
  const label = `Utilization ${what}`
  if (data === undefined) {
    return (
      <div className="machine-utilization" aria-hidden="true">
        <div className="figure-label">{label}</div>
        <div className="machine-utilization-row">
          <Bone width={180} height={44} />
        </div>
        <Bone height={6} />
      </div>
    )
  }
  const { figures, from, to, asOf, shift } = data
  const of: Explainable = {
    place: { kind: 'machine', id: machine.id, name: machine.name, zone },
    from,
    to: Math.min(to, asOf),
    asOf,
    shift,
    figures,
  }
  return (
    <div className="machine-utilization">
      <div className="figure-label">{label}</div>
      <div className="machine-utilization-row">
        <div className="machine-utilization-figure">
          <Explained of={of}>
            <span data-testid="utilization">{percent(figures.util_pct)}</span>
          </Explained>
        </div>
        <div className="machine-utilization-words">
          <div>
            {figures.util_pct === null
              ? 'nothing scheduled in this period'
              : `${hours(figures.run_secs)} / ${hours(figures.scheduled_s)} h`}
          </div>
          <Explained of={of} className="link-button">
            how?
          </Explained>
        </div>
      </div>
      <Meter value={figures.util_pct} label={label} />
    </div>
  )
}
