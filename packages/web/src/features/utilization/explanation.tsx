import './utilization.css'
import { dateAndTime, timeNear } from '../../lib/dates.ts'
import { count, percent } from '../../lib/format.ts'
import { zoneName } from '../../lib/zoned.ts'
import { Ago } from '../../ui/contact.tsx'
import { type StatusKey, statusText } from '../../ui/status.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useTimeForm } from '../../ui/time-form.tsx'
import { leftOutWords } from './left-out-words.ts'
import type { Explainable, Figures } from './types.ts'

function StatusPart({ status, time }: { status: StatusKey; time: string }) {
  return (
    <tr>
      <th scope="row">
        <StatusMark status={status} size={10} /> {statusText[status]}
      </th>
      <td>{time}</td>
    </tr>
  )
}

/**
 * Returns the kinds of time that counted as effective run or did not, with their seconds and the reason. Kinds of zero seconds
 * are left out, except running in scheduled time.
 */
function waysCounted({ explained }: Figures): { label: string; seconds: number; how: string }[] {
  const ways = [
    { label: 'Running in scheduled time', seconds: explained.running_inside_s, how: 'counted' },
    {
      label: 'Running outside shifts',
      seconds: explained.running_outside_counted_s,
      how: 'counted: not capped by schedule',
    },
    {
      label: 'Running outside shifts',
      seconds: explained.running_outside_left_out_s,
      how: 'left out: capped by schedule',
    },
    {
      label: 'Short downtime',
      seconds: explained.short_downtime_counted_s,
      how: 'counted as run: included by its switch',
    },
    { label: 'Short downtime', seconds: explained.short_downtime_left_out_s, how: 'no run: not included' },
    { label: 'Excessive downtime', seconds: explained.excessive_downtime_s, how: 'not counted' },
  ]
  return ways.filter(({ seconds }, i) => i === 0 || seconds > 0)
}

/**
 * Returns words for the machines that are summed in the figure of a unit: their number, or `the machines under it` if that is not
 * known. Undefined for a machine.
 */
function sumWords({ place, machines }: Explainable): string | undefined {
  if (place.kind === 'machine') return undefined
  if (machines === undefined) return 'the machines under it'
  return machines === 1 ? '1 machine' : `${count(machines)} machines`
}

/**
 * Content of the explanation of a percentage: the formula with its times, the time of each kind and status, the time that is left
 * out, and the period and age of the figure. Times are in hours and minutes, or to the millisecond if a person chooses that.
 */
export function Explanation({ explainable, figures }: { explainable: Explainable; figures: Figures }) {
  const [time, choice] = useTimeForm()
  const { from, to } = explainable
  const asOf = Date.parse(figures.as_of)
  const { zone } = explainable.place
  const sumOf = sumWords(explainable)
  const { run_secs, scheduled_s, util_pct } = figures
  const without = leftOutWords(figures.explained, explainable.shift)
  return (
    <div className="stack near value explanation">
      <p className="muted">utilization = effective run / scheduled time</p>
      <p>
        {time(run_secs)} / {time(scheduled_s)} = <b>{percent(util_pct)}</b>
      </p>
      {util_pct === null && <p>nothing scheduled in this period</p>}
      {util_pct !== null && util_pct > 100 && <p>More ran than was scheduled: time outside shifts counts here.</p>}
      <table className="explanation-parts">
        <tbody>
          {waysCounted(figures).map(({ label, seconds, how }) => (
            <tr key={label + how}>
              <th scope="row">{label}</th>
              <td>{time(seconds)}</td>
              <td className="note dense">{how}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="note dense">All time by status, scheduled or not:</p>
      <table className="explanation-parts">
        <tbody>
          <StatusPart status="running" time={time(figures.running_s)} />
          <StatusPart status="down" time={time(figures.down_s)} />
          <StatusPart status="offline" time={time(figures.offline_s)} />
          <StatusPart status="powered-off" time={time(figures.powered_off_s)} />
        </tbody>
      </table>
      {without.length > 0 && <p className="note dense">Left out: {without.join('; ')}.</p>}
      <p className="note dense">
        {sumOf === undefined
          ? 'Scheduled: its shift history, from the first evidence of the machine on. Time before that is left out.'
          : `Sum of run over sum of scheduled time of ${sumOf}, never an average of percentages. Time before the first evidence of a machine is left out.`}
      </p>
      <p className="note dense">
        From {dateAndTime(from, zone)} to {timeNear(to, from, zone)} {zoneName(to, zone)}, read{' '}
        <Ago at={asOf} absent="" />
      </p>
      {choice}
    </div>
  )
}
