import './utilization.css'
import { hours, percent } from '../../lib/format.ts'
import { timeOfDay, zoneName } from '../../lib/zoned.ts'
import { Meter } from '../../ui/meter.tsx'
import { Bone } from '../../ui/notice.tsx'
import { Explained } from './explained.tsx'
import type { Explainable, Figures } from './types.ts'

/** A unit's utilization today: the largest figure of its page. */
export function Headline({ of, figures }: { of: Explainable; figures: Figures }) {
  const { asOf } = of
  const { zone } = of.place
  const nothing = figures.util_pct === null
  return (
    <section className="headline" aria-label="Utilization today">
      <div className="headline-figure" title={nothing ? 'nothing scheduled in this period' : undefined}>
        <Explained of={of}>
          <span data-testid="utilization">{percent(figures.util_pct)}</span>
        </Explained>
      </div>
      <div className="headline-rest">
        <Meter value={figures.util_pct} label="Utilization today" large />
        <div className="headline-words">
          <span>
            {nothing
              ? 'nothing scheduled in this period'
              : `${hours(figures.run_secs)} of ${hours(figures.scheduled_s)} scheduled hours ran`}{' '}
            <Explained of={of} className="link-button">
              how?
            </Explained>
          </span>
          <span className="headline-fresh">
            {figures.offline_s > 0 && `${hours(figures.offline_s)} h offline · `}today, as of {timeOfDay(asOf, zone)}{' '}
            {zoneName(asOf, zone)}
          </span>
        </div>
      </div>
    </section>
  )
}

export function HeadlineBones() {
  return (
    <div className="headline" aria-hidden="true">
      <div className="headline-figure">
        <Bone width={140} height={40} />
      </div>
      <div className="headline-rest">
        <Bone height={8} />
        <div className="headline-words">
          <Bone width={240} height={16} />
        </div>
      </div>
    </div>
  )
}
