import { useNow } from '../lib/clock.ts'
import { minuteNear } from '../lib/dates.ts'
import { useConnection } from '../live/connection.ts'
import { usePeriod, useScope } from '../scope/scope.ts'
import { useScopeStore } from '../scope/scope-store.ts'
import { useZone } from '../scope/zone.ts'
import { StatusMark } from '../ui/status-mark.tsx'
import { Age } from './connection-note.tsx'

/**
 * Line above the page while the connection is lost, with the instant and the age of the data. It also names the period of the
 * data if another period was chosen since.
 */
export function LostNote() {
  const { lastContactAt } = useConnection()
  const zone = useZone()
  const ofPage = useScope()
  const chosen = useScopeStore((state) => state.scope)
  const { label } = usePeriod(zone)
  const now = useNow(60_000)
  return (
    <p className="wrap lost-note">
      <span>
        <StatusMark status="offline" size={14} /> No connection. Everything below is as of{' '}
        {minuteNear(lastContactAt, now, zone)} and grey.
        {ofPage !== chosen && (
          <>
            {' '}
            It is still <b>{label}</b>; what you chose is shown when the connection is back.
          </>
        )}
      </span>
      <Age since={lastContactAt} />
    </p>
  )
}
