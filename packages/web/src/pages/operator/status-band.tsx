import type { Range } from '@millwatch/domain/time'
import { useQuery } from '@tanstack/react-query'
import { TimeAxis } from '../../charts/time-axis.tsx'
import { Timeline } from '../../charts/timeline.tsx'
import type { DrawnStatuses } from '../../features/status/preview.ts'
import { SpanTip, summary } from '../../features/status/words.tsx'
import type { Equipment } from '../../features/tree/types.ts'
import { useAgingNow, useNow } from '../../lib/clock.ts'
import { minuteNear } from '../../lib/dates.ts'
import { WarningIcon } from '../../ui/icons.tsx'
import { NOT_SCHEDULED, statusText } from '../../ui/status.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { shiftLineQuery } from './queries.ts'
import type { OperatorData } from './use-operator-data.ts'
import { useStateNow } from './use-state-now.ts'
import { clockDuration, namedShift, passedAt, thresholdText } from './words.ts'

interface StatusBandProps {
  machine: Equipment
  data: OperatorData
}

/** Band with status, reason and elapsed time of a machine, the warning of an excessive downtime, and the line of its shift. */
export function StatusBand({ machine, data }: StatusBandProps) {
  const { status: key, last, quiet, since } = useStateNow(machine)
  const reason = reasonNow(data)
  const line = useShiftLine(machine)
  return (
    <section className="operator-band" aria-label="Status" data-status={quiet ? 'quiet' : key}>
      <div className="operator-band-top">
        <StatusMark status={key} quiet={quiet} size={44} />
        <div className="column operator-status">
          <span className={`operator-status-word status-${quiet ? 'quiet' : key}`} data-testid="operator-status">
            {quiet ? NOT_SCHEDULED : statusText[key]}
          </span>
          {quiet && <span className="muted cut operator-status-reason">{statusText[key].toLowerCase()}</span>}
          {last !== key && (
            <span className="muted cut operator-status-reason">last {statusText[last].toLowerCase()}</span>
          )}
          {key === 'down' && reason !== undefined && (
            <span className="muted cut operator-status-reason">({reason ?? 'no reason'})</span>
          )}
        </div>
        {since !== null && <Elapsed since={since} />}
        {machine.in_excessive_downtime && !quiet && <Excessive machine={machine} data={data} line={line} />}
      </div>
      <ShiftLine machine={machine} line={line} />
    </section>
  )
}

/**
 * Returns the name of the reason of the present stop: the one given on this screen unless the server refused it, else the stored
 * one; null without a reason, undefined if it is not known yet.
 */
function reasonNow({ stops, reasons, hour }: OperatorData): string | null | undefined {
  const given = stops.find(({ endedAt }) => endedAt === null)?.given
  if (given !== undefined && given.entry.refused === undefined)
    return given.reasonId === null ? null : reasons.find(({ id }) => id === given.reasonId)?.name
  return hour.data === undefined ? undefined : (hour.data.intervals.at(-1)?.reason ?? null)
}

function Elapsed({ since }: { since: number }) {
  const at = useAgingNow()
  return (
    <time className="value one-line operator-elapsed" data-testid="operator-elapsed">
      {clockDuration(at - since)}
    </time>
  )
}

/**
 * Warning of an excessive downtime, with its threshold, and with the instant at which the scheduled part of the stop reached it
 * if that is known.
 */
function Excessive({ machine, data: { current, readAt }, line }: StatusBandProps & { line: Line }) {
  const { window, statuses } = line
  const schedule = statuses && { from: window.from, unscheduled: statuses.unscheduled }
  const since = current && passedAt(current, readAt, schedule)
  return (
    <div className="operator-excessive" role="status">
      <WarningIcon size={36} />
      <span>
        <b className="block">Excessive</b>
        {current !== undefined && current.scheduledMs >= current.thresholdMs && (
          <span className="block">
            {thresholdText(current.thresholdMs)} passed
            {since !== undefined && ` at ${minuteNear(since, readAt, machine.actual_timezone)}`}
          </span>
        )}
      </span>
    </div>
  )
}

const STEP_MS = 30_000
const WITHOUT_SHIFT_MS = 8 * 3_600_000
const LINE_PX = 26

/** Line of a shift: the current shift (null: none), now, the time that the line shows, and its statuses once they are read. */
interface Line {
  readonly shift: Equipment['current_shift']
  readonly at: number
  readonly window: Range
  readonly statuses: DrawnStatuses | undefined
}

/** Returns the line of the current shift of a machine, or of the last 8 hours without a shift. `at` moves on every 30 s. */
function useShiftLine(machine: Equipment): Line {
  const shift = namedShift(machine)
  const at = useNow(STEP_MS)
  const quarter = useNow(15 * 60_000)
  const window =
    shift === null
      ? { from: quarter - WITHOUT_SHIFT_MS, to: at }
      : { from: Date.parse(shift.started_at), to: Date.parse(shift.ended_at) }
  return { shift, at, window, statuses: useQuery(shiftLineQuery(machine.id, window)).data }
}

/**
 * Timeline of the statuses of the current shift up to now, with an empty track for the time until its end. Without a shift it
 * shows the last 8 hours. A placeholder until the statuses are read.
 */
function ShiftLine({ machine, line }: { machine: Equipment; line: Line }) {
  const { name, actual_timezone: zone } = machine
  const { shift, at, window, statuses } = line
  const been = { from: window.from, to: Math.min(window.to, Math.max(at, window.from + STEP_MS)) }
  const pct = ((been.to - been.from) / (window.to - window.from)) * 100
  return (
    <div className="operator-line">
      <div className="operator-track">
        <div className="operator-been" style={{ width: `${pct}%` }}>
          {statuses === undefined ? (
            <div className="timeline-skeleton" style={{ height: LINE_PX }} />
          ) : (
            <Statuses
              statuses={statuses}
              window={been}
              at={at}
              name={`${name}, ${shift === null ? 'the last 8 hours' : 'this shift'}`}
              zone={zone}
            />
          )}
        </div>
        {shift !== null && <div className="operator-now" style={{ left: `${pct}%` }} />}
      </div>
      <TimeAxis window={window} zone={zone} hasEnds={shift !== null} />
    </div>
  )
}

interface StatusesProps extends Pick<Line, 'window' | 'at'> {
  statuses: DrawnStatuses
  /** Name of the line, such as `Saw, this shift`. */
  name: string
  zone: string
}

function Statuses({ statuses: { segments, unscheduled }, window, at, name, zone }: StatusesProps) {
  return (
    <Timeline
      spans={segments}
      window={window}
      unscheduled={unscheduled}
      height={LINE_PX}
      label={summary(segments, window, name, unscheduled)}
      tip={(span, instant) => <SpanTip span={span} at={instant} now={at} zone={zone} unscheduled={unscheduled} />}
    />
  )
}
