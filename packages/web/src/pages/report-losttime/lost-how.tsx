import { type LostSum, lostMsOf } from '@millwatch/domain/shifts'
import { dateAndTime } from '../../lib/dates.ts'
import { counted } from '../../lib/format.ts'
import { zoneName } from '../../lib/zoned.ts'
import { How } from '../../ui/how.tsx'
import { useTimeForm } from '../../ui/time-form.tsx'

interface LostHowProps {
  /** Name of the sum in a sentence. */
  name: string
  sum: LostSum
  /** Number of machines in the sum. */
  machines: number
  /** Number of machines without shifts in their schedule. */
  without: number
  /** Words for the subject of the sum, such as `these dates, all shifts`. */
  of: string
  asOf: number
  zone: string
}

/** Sum of late starts and early shutdowns as a formula, with a check box to show seconds. */
export function LostFormula({ sum }: { sum: LostSum }) {
  const [time, choice] = useTimeForm()
  return (
    <>
      <p data-testid="lost-formula">
        {time(sum.lateStartMs / 1000)} + {time(sum.earlyShutdownMs / 1000)} = <b>{time(lostMsOf(sum) / 1000)}</b>
      </p>
      {choice}
    </>
  )
}

/**
 * Button that explains a sum of lost time (late starts and early shutdowns): formula, number of shifts and machines in it, and
 * which are left out. `without` is the number of machines without shifts, `asOf` the instant of the data (epoch ms).
 */
export function LostHow({ name, sum, machines, without, of: subject, asOf, zone }: LostHowProps) {
  const leftOut = [
    ...(sum.open > 0 ? [`early shutdown of ${counted(sum.open, 'shift')} not over yet`] : []),
    ...(without > 0 ? [`${counted(without, 'machine')} without shifts on the schedule`] : []),
    'shifts that have not begun, and time without a shift',
    'shifts before the first evidence of a machine, or while it was archived',
  ]
  return (
    <How name={name}>
      <p>lost time = late start + early shutdown, of {subject}</p>
      <LostFormula sum={sum} />
      <p>
        Counted: {counted(sum.shifts, 'shift')} of {counted(machines, 'machine')}.
      </p>
      <p className="note dense">Left out: {leftOut.join('; ')}.</p>
      <p className="note dense">
        Late start is the time from the beginning of a shift to the first running, early shutdown that from the last
        running to its end. A shift in which the machine never ran is lost whole. A shift counts whole for the day on
        which it begins, breaks of at most 30 minutes included. Each sum is rounded down to minutes only when it is
        shown.
      </p>
      <p className="note dense">
        As of {dateAndTime(asOf, zone)} {zoneName(asOf, zone)}
      </p>
    </How>
  )
}
