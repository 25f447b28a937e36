import { Link } from 'react-router'
import type { Equipment } from '../../features/tree/types.ts'
import { useNow } from '../../lib/clock.ts'
import { minuteOfDay, timeOfDay } from '../../lib/dates.ts'
import { briefDuration } from '../../lib/format.ts'
import { useConnection } from '../../live/connection.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { LeaveIcon } from '../../ui/icons.tsx'
import { shiftNames } from '../../ui/shifts.ts'
import { namedShift } from './words.ts'

/**
 * Head of the screen: name of the machine, units above it except the root, current shift, time, and except on displays a link
 * back to the page of the machine.
 */
export function OperatorHead({ machine }: { machine: Equipment }) {
  const { id, name, ancestors, actual_timezone: zone } = machine
  const shift = namedShift(machine)
  const isDisplay = useIsDisplay()
  const place = ancestors
    .toReversed()
    .slice(1)
    .map((unit) => unit.name)
  return (
    <header className="line operator-head">
      <h1 className="cut">
        <bdi>{name}</bdi>
      </h1>
      <span className="muted cut grow operator-place">{place.join(' / ')}</span>
      <Lost />
      {shift !== null && (
        <span className="one-line operator-shift">
          <span className={`operator-shift-mark operator-shift-${shift.shift}`} />
          <b>{shiftNames[shift.shift as 1 | 2 | 3] ?? ''}</b>{' '}
          <span className="muted">
            {minuteOfDay(Date.parse(shift.started_at), zone)} – {minuteOfDay(Date.parse(shift.ended_at), zone)}
          </span>
        </span>
      )}
      <Clock zone={zone} />
      {!isDisplay && (
        <Link to={`/e/${id}`} className="operator-button operator-leave" aria-label="Leave the operator view">
          <LeaveIcon size={24} />
        </Link>
      )}
    </header>
  )
}

function Clock({ zone }: { zone: string }) {
  return <time className="value one-line operator-figure operator-clock">{timeOfDay(useNow(), zone)}</time>
}

/** Text that the live connection is lost, with the age of the data; empty while it is not lost. */
function Lost() {
  const { state, lastContactAt } = useConnection()
  const at = useNow()
  return (
    <span role="status" className="one-line operator-lost" data-connection={state}>
      {state === 'lost' && `Connection lost · data ${briefDuration(at - lastContactAt)} old`}
    </span>
  )
}
