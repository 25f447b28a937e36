import { dateAndTime } from '../../lib/dates.ts'
import { percent } from '../../lib/format.ts'
import { zoneName } from '../../lib/zoned.ts'
import { shiftWords } from '../../ui/shifts.ts'
import { ShowSeconds, timeForm } from '../../ui/time-form.tsx'
import type { Explainable } from './types.ts'

interface SumHeadProps {
  explainable: Explainable
  runS: number
  scheduledS: number
  /** Number and kind of the entries listed below: `12 intervals`. */
  listed: string
  /** True: times are shown to the millisecond instead of in hours and minutes. */
  isExact: boolean
  onExact: (isExact: boolean) => void
}

const pctOf = (runS: number, scheduledS: number): number | null => (scheduledS === 0 ? null : (runS / scheduledS) * 100)

/**
 * Head of a list with the sums of its entries as the quotient that gives the figure, the period, and a switch for exact times. A
 * note appears if the sums differ from the figure that the page showed.
 */
export function SumHead({ explainable, runS, scheduledS, listed, isExact, onExact }: SumHeadProps) {
  const time = timeForm(isExact)
  const { from, to, asOf, shift, figures, place } = explainable
  const quotient = (run: number, scheduled: number, form = time): string => `${form(run)} / ${form(scheduled)}`
  const isOther = figures !== undefined && (figures.run_secs !== runS || figures.scheduled_s !== scheduledS)
  // Sums that differ by less than a minute are written to the millisecond, as they would look equal otherwise.
  const earlier = ({ run_secs: run, scheduled_s: scheduled }: NonNullable<typeof figures>): string =>
    quotient(run, scheduled, timeForm(isExact || quotient(run, scheduled) === quotient(runS, scheduledS)))
  return (
    <div className="stack tight spaced">
      <p className="title" data-testid="behind">
        {quotient(runS, scheduledS)} = <b className="title-large one-line">{percent(pctOf(runS, scheduledS))}</b>
      </p>
      <p className="note dense">
        effective run / scheduled time, the sums of {listed}. {dateAndTime(from, place.zone)} to{' '}
        {dateAndTime(to, place.zone)} {zoneName(to, place.zone)}, {shiftWords[shift] ?? 'all shifts'}
        {to < asOf ? '' : ', when the number was calculated'}.
      </p>
      <ShowSeconds isExact={isExact} onExact={onExact} />
      {isOther && (
        <p className="second box callout" role="status">
          Changed since the page was loaded, which showed {earlier(figures)}: late messages or a change by an admin. The
          page updates by itself.
        </p>
      )}
    </div>
  )
}
