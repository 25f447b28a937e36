import { ProgressBar } from '../../features/maintenance/progress-bar.tsx'
import type { DueMaintenance } from '../../features/maintenance/queries.ts'
import { amountOf, dueText, undatedReasons, unitOf } from '../../features/maintenance/words.ts'
import { useNow } from '../../lib/clock.ts'
import { dayOf, minuteOfDay } from '../../lib/dates.ts'
import { counted, NONE, oneDecimal } from '../../lib/format.ts'
import { How } from '../../ui/how.tsx'
import { Figure } from '../../ui/panel.tsx'

interface FiguresProps {
  row: DueMaintenance
  completions: {
    readonly count: number
    readonly first_at: string | null
    readonly latest_at: string | null
    readonly usual_days: number | null
  }
  zone: string
}

const counting = {
  runtime: 'Run since last time',
  cycles: 'Cycles since last time',
  calendar: 'Since last time',
} as const

/** Figures of maintenance: its progress, the day on which it is or became due, the last completion, and the usual interval. */
export function Figures({ row, completions, zone }: FiguresProps) {
  const now = useNow(60_000)
  const { latest_at: latest, usual_days: usual } = completions
  return (
    <div className="stack">
      <dl className="wrap due-figures">
        <Figure
          label={counting[row.kind]}
          value={
            <>
              {amountOf(row, row.amount)}{' '}
              <span className="second muted regular">
                of {amountOf(row, row.limit)} {unitOf({ ...row, kind: 'calendar' })}
              </span>
            </>
          }
        />
        <Due row={row} zone={zone} now={now} />
        <Figure label="Last completed" value={latest === null ? NONE : dayOf(Date.parse(latest), zone, now)} />
        <Figure
          label={
            <span className="inline tight">
              Usually done <UsualHow row={row} completions={completions} zone={zone} />
            </span>
          }
          value={
            usual === null ? (
              NONE
            ) : (
              <>
                {usual < 10 ? oneDecimal(usual) : Math.round(usual)}{' '}
                <span className="second muted regular">days apart</span>
              </>
            )
          }
        />
      </dl>
      <ProgressBar row={row} large />
    </div>
  )
}

function Due({ row, zone, now }: { row: DueMaintenance; zone: string; now: number }) {
  if (row.tripped_at !== null) {
    const at = Date.parse(row.tripped_at)
    return (
      <Figure
        label="Tripped"
        value={
          <>
            {dayOf(at, zone, now)} <span className="second muted regular">{minuteOfDay(at, zone)}</span>
          </>
        }
      />
    )
  }
  return (
    <Figure
      label={
        <span className="inline tight">
          Due <DueHow row={row} zone={zone} now={now} />
        </span>
      }
      value={dueText(row, zone, now)}
      note={rangeOf(row, zone, now)}
    />
  )
}

/**
 * Returns the range of days of a projection: `Dec 2 to Dec 9`; undefined without a projection, or if both ends are the same day.
 */
function rangeOf({ due_earliest: earliest, due_latest: latest }: DueMaintenance, zone: string, now: number) {
  if (earliest === null || latest === null) return undefined
  const [from, to] = [earliest, latest].map((at) => dayOf(Date.parse(at), zone, now))
  return from === to ? undefined : `${from} to ${to}`
}

function DueHow({ row, zone, now }: { row: DueMaintenance; zone: string; now: number }) {
  const { rate, undated } = row
  const unit = row.unit === 'cycles' ? 'cycles' : 'hours'
  return (
    <How name="date at which maintenance is due">
      {undated !== null ? (
        <p>{undatedReasons[undated]}</p>
      ) : rate === null ? (
        <p>
          By the calendar of the machine’s time zone, from the last completion on. Time in which the machine is archived
          is left out.
        </p>
      ) : (
        <div className="stack near">
          <p>
            {amountOf(row, row.limit - row.amount)} {unit} are left. The machine made {amountOf(row, rate.per_day)}{' '}
            {unit} a day, on average over the past {rate.days} whole days (at most four weeks).
          </p>
          <p>
            {amountOf(row, row.limit - row.amount)} ÷ {amountOf(row, rate.per_day)} ={' '}
            {oneDecimal((row.limit - row.amount) / rate.per_day)} days from now.
          </p>
          <p>
            A day differs from the mean by {amountOf(row, rate.deviation)} {unit}, so in two of three cases it is due{' '}
            {rangeOf(row, zone, now) ?? 'on that day'}.
          </p>
          <p className="note">
            Left out: today, the first day with data, and days before the machine was last restored. Under 5 days of
            data there is no date.
          </p>
        </div>
      )}
    </How>
  )
}

const UsualHow = ({ completions, zone }: FiguresProps) => (
  <How name="usual time between completions">
    {completions.usual_days === null || completions.first_at === null || completions.latest_at === null ? (
      <p>It needs two completions; there {completions.count === 1 ? 'is one' : 'is none'} so far.</p>
    ) : (
      <p>
        {counted(completions.count, 'completion')} from {dayOf(Date.parse(completions.first_at), zone, 0)} to{' '}
        {dayOf(Date.parse(completions.latest_at), zone, 0)}: the time between them, divided by {completions.count - 1}.
      </p>
    )}
  </How>
)
