import { useNow } from '../lib/clock.ts'
import { briefDuration } from '../lib/format.ts'
import { useConnection } from '../live/connection.ts'

/** Text that the live connection is lost, with the age of the data; empty while it is not. */
export function ConnectionNote() {
  const { state, lastContactAt } = useConnection()
  return (
    <div className="connection" role="status" data-connection={state}>
      {state === 'lost' && <Age since={lastContactAt} />}
    </div>
  )
}

/** State of the live connection in the header, for screen readers only; sighted persons see the line above the page. */
export function ConnectionState() {
  const { state } = useConnection()
  return (
    <div className="sr-only" role="status" data-connection={state}>
      {state === 'lost' && 'The connection is lost'}
    </div>
  )
}

/** Age of the data while the connection is lost, updated every second. */
export function Age({ since }: { since: number }) {
  const now = useNow()
  return <span className="inline value connection-lost">Connection lost · data {briefDuration(now - since)} old</span>
}
