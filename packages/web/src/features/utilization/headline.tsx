import './utilization.css'
import { Fragment } from 'react'
import { count, hours, percent } from '../../lib/format.ts'
import { minuteOfDay, placeOf, timeOfDay, zoneName } from '../../lib/zoned.ts'
import { Meter } from '../../ui/meter.tsx'
import { Bone } from '../../ui/notice.tsx'
import { shiftWords } from '../../ui/shifts.ts'
import { Explained } from './explained.tsx'
import type { Explainable, Figures } from './types.ts'

interface HeadlineProps {
  of: Explainable & { figures: Figures }
  /** The period in words: `Past week`. */
  period: string
  /** Days begin so many minutes after midnight. */
  dayStartMin: number
  /** How many of its machines stand in another zone than the one the period is told in. */
  elsewhere: number
}

/** Less than that is no hundredth of an hour. */
const LEAST_S = 18

/** `06:30` */
const clockOf = (minutes: number): string => minuteOfDay(minutes * 60_000, 'UTC')

/** `Chicago CST`, `UTC` */
const zoneWords = (at: number, zone: string): string => [...new Set([placeOf(zone), zoneName(at, zone)])].join(' ')

/** A day is that of the unit for all of them: the page of such a machine may tell another of its own. */
const elsewhereWords = (machines: number): string => {
  if (machines === 0) return ''
  return machines === 1
    ? ', also for 1 machine of another zone'
    : `, also for ${count(machines)} machines of other zones`
}

/** A unit's utilization over the period: the largest figure of its page. */
export function Headline({ of, period, dayStartMin, elsewhere }: HeadlineProps) {
  const { figures, asOf, shift, place } = of
  const { zone } = place
  const nothing = figures.util_pct === null
  const read = [
    ...(figures.offline_s >= LEAST_S ? [`${hours(figures.offline_s)} h without data`] : []),
    period,
    shiftWords[shift] ?? 'all shifts',
    zoneWords(asOf, zone) + elsewhereWords(elsewhere),
    ...(dayStartMin === 0 ? [] : [`days from ${clockOf(dayStartMin)}`]),
    `as of ${timeOfDay(asOf, zone)}`,
  ]
  return (
    <section className="headline" aria-label="Utilization">
      <div className="headline-figure" title={nothing ? 'nothing scheduled in this period' : undefined}>
        <Explained of={of}>
          <span data-testid="utilization">{percent(figures.util_pct)}</span>
        </Explained>
      </div>
      <div className="headline-rest">
        <Meter value={figures.util_pct} label="Utilization" large />
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
            {read.map((piece, i) => (
              <Fragment key={piece}>
                {i > 0 && ' · '}
                <span>{piece}</span>
              </Fragment>
            ))}
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
