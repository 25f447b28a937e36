import './utilization.css'
import { Fragment } from 'react'
import { minuteOfDay, timeOfDay } from '../../lib/dates.ts'
import { count, hours, percent } from '../../lib/format.ts'
import { placeOf, zoneName } from '../../lib/zoned.ts'
import { Meter } from '../../ui/meter.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { shiftWords } from '../../ui/shifts.ts'
import { ChangeSince } from './change-since.tsx'
import { Explained } from './explained.tsx'
import { alsoCountedWords, withoutDataWords } from './left-out-words.ts'
import type { Explainable, Figures } from './types.ts'

interface HeadlineProps {
  explainable: Explainable & { figures: Figures }
  /** Name of the period: `Past week`. */
  period: string
  /** Minutes after midnight at which a day starts. */
  dayStartMin: number
  /** Number of machines whose own pages use the days of another time zone. */
  elsewhere: number
  /** Machines that are in the sums but not on the page. */
  alsoCounted: readonly { readonly id: number; readonly name: string }[]
}

/** Returns minutes after midnight as a time of day in the locale and clock of the person: `6:30 AM` (en-US). */
const clockOf = (minutes: number): string => minuteOfDay(minutes * 60_000, 'UTC')

/**
 * Returns a time zone as its place and abbreviation at the instant `at`: `Chicago CST`; only once if both are the same, `UTC`.
 */
const zoneWords = (at: number, zone: string): string => [...new Set([placeOf(zone), zoneName(at, zone)])].join(' ')

/** Returns a note that the days of the zone shown are used also for machines in other time zones; empty for 0. */
const elsewhereWords = (machines: number): string => {
  if (machines === 0) return ''
  return machines === 1
    ? ', also for 1 machine in another time zone'
    : `, also for ${count(machines)} machines in other time zones`
}

/**
 * Utilization of a unit over the period in large type with a bar, the hours, the change against the period before, and a line
 * with shift, zone, start of the day and age.
 */
export function Headline({ explainable, period, dayStartMin, elsewhere, alsoCounted }: HeadlineProps) {
  const { figures, asOf, shift, place } = explainable
  const { zone } = place
  const nothing = figures.util_pct === null
  const read = [
    ...withoutDataWords(figures.explained),
    shiftWords[shift] ?? 'all shifts',
    zoneWords(asOf, zone) + elsewhereWords(elsewhere),
    ...alsoCountedWords(alsoCounted),
    ...(dayStartMin === 0 ? [] : [`days from ${clockOf(dayStartMin)}`]),
    `as of ${timeOfDay(asOf, zone)}`,
  ]
  return (
    <section className="stack tight headline" aria-label="Utilization">
      <div className="one-line figure-large" title={nothing ? 'nothing scheduled in this period' : undefined}>
        <Explained explainable={explainable}>
          <span data-testid="utilization">{percent(figures.util_pct)}</span>
        </Explained>
      </div>
      <div className="headline-rest">
        <Meter value={figures.util_pct} label="Utilization" className="meter-large" />
        <div className="second wrap headline-words">
          <span>
            {nothing
              ? `${period}: nothing scheduled in this period`
              : `${period}: ${hours(figures.run_secs)} of ${hours(figures.scheduled_s)} scheduled hours ran`}{' '}
            <Explained explainable={explainable} className="link-button">
              how?
            </Explained>{' '}
            <ChangeSince explainable={explainable} />
          </span>
          <span className="note headline-fresh">
            {read.map((part, i) => (
              <Fragment key={part}>
                {i > 0 && ' · '}
                <span>{part}</span>
              </Fragment>
            ))}
          </span>
        </div>
      </div>
    </section>
  )
}

export function HeadlineSkeleton() {
  return (
    <div className="stack tight headline" aria-hidden="true">
      <div className="one-line figure-large">
        <Skeleton width={140} height={40} />
      </div>
      <div className="headline-rest">
        <Skeleton height={8} />
        <div className="second wrap headline-words">
          <Skeleton width={240} height={16} />
        </div>
      </div>
    </div>
  )
}
