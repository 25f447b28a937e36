import type { Equipment } from '../../features/tree/types.ts'
import { Explained } from '../../features/utilization/explained.tsx'
import type { Explainable } from '../../features/utilization/types.ts'
import { hours, percent } from '../../lib/format.ts'
import { Meter } from '../../ui/meter.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import type { MachineData } from './machine-data.ts'

interface PeriodUtilizationProps {
  machine: Pick<Equipment, 'id' | 'name'>
  data: MachineData | undefined
  /** Name of the period as part of a sentence, such as `past week`. */
  periodName: string
  zone: string
}

/** Utilization of a machine in the period with its explanation, and run and scheduled hours; a skeleton while it loads. */
export function PeriodUtilization({ machine, data, periodName, zone }: PeriodUtilizationProps) {
  const label = `Utilization ${periodName}`
  if (data === undefined) {
    return (
      <div className="machine-utilization" aria-hidden="true">
        <div className="note cut one-line dense" title={label}>
          {label}
        </div>
        <div className="row machine-utilization-row">
          <Skeleton width={180} height={44} />
        </div>
        <Skeleton height={6} />
      </div>
    )
  }
  const { figures, from, to, asOf, shift } = data
  const explainable: Explainable = {
    place: { kind: 'machine', id: machine.id, name: machine.name, zone },
    from,
    to: Math.min(to, asOf),
    asOf,
    shift,
    figures,
  }
  return (
    <div className="machine-utilization">
      <div className="note cut one-line dense" title={label}>
        {label}
      </div>
      <div className="row machine-utilization-row">
        <div className="one-line figure-large">
          <Explained explainable={explainable}>
            <span data-testid="utilization">{percent(figures.util_pct)}</span>
          </Explained>
        </div>
        <div className="note dense">
          <div>
            {figures.util_pct === null
              ? 'nothing scheduled in this period'
              : `${hours(figures.run_secs)} / ${hours(figures.scheduled_s)} h`}
          </div>
          <Explained explainable={explainable} className="link-button">
            how?
          </Explained>
        </div>
      </div>
      <Meter value={figures.util_pct} label={label} />
    </div>
  )
}
