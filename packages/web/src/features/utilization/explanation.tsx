import './utilization.css'
import { exactSeconds, hours, percent } from '../../lib/format.ts'
import { timeNear, timeOfDay, zoneName } from '../../lib/zoned.ts'
import { Ago } from '../../ui/contact.tsx'
import { type StatusKey, statusText } from '../../ui/status.ts'
import { StatusMark } from '../../ui/status-mark.tsx'

/** What a percentage is made of, in seconds; the parts are missing while they are being read. */
export interface Ingredients {
  run_secs: number
  scheduled_s: number
  util_pct: number | null
  parts?: { running_s: number; down_s: number; offline_s: number; powered_off_s: number } | undefined
}

interface ExplanationProps {
  figures: Ingredients
  from: number
  asOf: number
  zone: string
  /** Of whom: `8 machines`; undefined for a single machine. */
  sumOf?: string | undefined
}

function Part({ status, seconds, note }: { status: StatusKey; seconds: number | undefined; note: string }) {
  return (
    <tr>
      <th scope="row">
        <StatusMark status={status} size={10} /> {statusText[status]}
      </th>
      <td>{seconds === undefined ? '…' : exactSeconds(seconds)}</td>
      <td className="explanation-note">{seconds === undefined ? '' : `${hours(seconds)} h, ${note}`}</td>
    </tr>
  )
}

/** How a percentage came about: formula, seconds, what was left out, how fresh it is. */
export function Explanation({ figures, from, asOf, zone, sumOf }: ExplanationProps) {
  const { run_secs, scheduled_s, util_pct, parts } = figures
  return (
    <div className="explanation">
      <p className="explanation-formula">utilization = effective run / scheduled time</p>
      <p className="explanation-sum">
        {exactSeconds(run_secs)} / {exactSeconds(scheduled_s)} = <b>{percent(util_pct)}</b>
      </p>
      {util_pct === null && <p>nothing scheduled in this period</p>}
      <table className="explanation-parts">
        <tbody>
          <Part status="running" seconds={parts?.running_s} note="counted" />
          <Part status="down" seconds={parts?.down_s} note="not counted" />
          <Part status="offline" seconds={parts?.offline_s} note="no data, not counted" />
          <Part status="powered-off" seconds={parts?.powered_off_s} note="not counted" />
        </tbody>
      </table>
      <p className="explanation-note">
        {sumOf === undefined
          ? 'Scheduled: all day, from the first evidence of the machine on. Time before that is left out.'
          : `Sum of run over sum of scheduled time of ${sumOf}, never an average of percentages. Time before the first evidence of a machine is left out.`}
      </p>
      <p className="explanation-note">
        From {timeNear(from, asOf, zone)} to {timeOfDay(asOf, zone)} {zoneName(asOf, zone)}, read{' '}
        <Ago at={asOf} absent="" />
      </p>
    </div>
  )
}
