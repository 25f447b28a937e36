import type { Equipment } from '../../features/tree/types.ts'
import { useNow } from '../../lib/clock.ts'
import { counted, duration } from '../../lib/format.ts'
import { NotTrippedIcon, TrippedIcon } from '../../ui/icons.tsx'
import type { OperatorStop } from './pending.ts'
import type { OperatorData } from './use-operator-data.ts'
import type { Reasoning } from './use-reasoning.ts'
import { lengthOf, openEndWords, useOpenStopNow } from './use-state-now.ts'
import { minuteHere } from './words.ts'

const NO_STOPS = 'No recent excessive downtimes'
const NOT_TRACKED =
  'Excessive downtime tracking is disabled for this equipment. Enable it in the equipment configuration.'

interface DowntimesPanelProps {
  machine: Equipment
  data: OperatorData
  reasoning: Reasoning
}

/**
 * Panel with the excessive stops of the last hour or the shift, the latest first, with their reasons and notes. Until they are
 * read, it does not say that there are none.
 */
export function DowntimesPanel({ machine, data, reasoning }: DowntimesPanelProps) {
  const { areStopsRead, stops, pending, isTracked } = data
  return (
    <section className="operator-panel operator-downtimes" aria-label="Excessive Downtimes">
      <div className="operator-panel-head">
        <h2>Excessive Downtimes</h2>
        {pending.length > 0 && <span className="muted">{pending.length} without a reason</span>}
      </div>
      {stops.length === 0 ? (
        <p className="muted">{areStopsRead && (isTracked ? NO_STOPS : NOT_TRACKED)}</p>
      ) : (
        <ul className="operator-stops">
          {stops.map((stop) => (
            <StopLine key={stop.id} stop={stop} machine={machine} reasoning={reasoning} />
          ))}
        </ul>
      )}
    </section>
  )
}

function StopLine({ stop, machine, reasoning }: { stop: OperatorStop; machine: Equipment; reasoning: Reasoning }) {
  const at = useNow()
  const now = useOpenStopNow(machine)
  const zone = machine.actual_timezone
  const { startedAt, endedAt, given } = stop
  return (
    <li className="operator-stop">
      <span className="one-line">
        {minuteHere(startedAt, at, zone)} →{' '}
        {endedAt === null ? openEndWords(now) : minuteHere(endedAt, startedAt, zone)}
      </span>
      <b className="one-line">{duration(lengthOf(stop, now))}</b>
      <span className="cut">
        {given !== undefined ? (
          <>
            {reasoning.nameOf(given.reasonId)}
            <span className={given.entry.refused === undefined ? 'muted' : 'alert'}>
              {' '}
              · {given.entry.refused === undefined ? 'not saved yet' : 'not saved'}
            </span>
          </>
        ) : (
          (stop.reasonName ?? <span className="operator-no-reason">No reason</span>)
        )}
        {stop.notes !== null && <span className="muted"> · {stop.notes}</span>}
      </span>
    </li>
  )
}

/**
 * Panel with the tripped alarms of the machine, the longest first. Until they are read, it does not say that there are none.
 */
export function AlarmsPanel({ machine, data: { areAlarmsRead, tripped } }: Omit<DowntimesPanelProps, 'reasoning'>) {
  const at = useNow(60_000)
  const byAge = tripped.toSorted((a, b) => Date.parse(a.tripped_at ?? '') - Date.parse(b.tripped_at ?? ''))
  return (
    <section className="operator-panel operator-alarms" aria-label="Alarms">
      <h2 className="sr-only">Alarms</h2>
      {byAge.length === 0 ? (
        <p className="muted line operator-alarm">
          {areAlarmsRead && (
            <>
              <NotTrippedIcon size={24} /> No alarms currently tripped
            </>
          )}
        </p>
      ) : (
        <ul aria-label={counted(byAge.length, 'tripped alarm')}>
          {byAge.map((alarm) => (
            <li key={alarm.id} className="line operator-alarm">
              <span className="alert inline">
                <TrippedIcon size={24} />
              </span>
              <b className="cut">{alarm.AlarmType.name}</b>
              {alarm.tripped_at !== null && (
                <span className="muted one-line">
                  since {minuteHere(Date.parse(alarm.tripped_at), at, machine.actual_timezone)}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
