import { useNow } from '../lib/clock.ts'
import { briefDuration } from '../lib/format.ts'
import { useConnection } from '../live/connection.ts'

/** Says that the connection is lost, and how old what is shown is. Silent while all is well. */
export function ConnectionNote() {
  const { state, lastHeardAt } = useConnection()
  return (
    <div className="connection" role="status" data-connection={state}>
      {state === 'lost' && <Age since={lastHeardAt} />}
    </div>
  )
}

function Age({ since }: { since: number }) {
  const now = useNow()
  return <span className="connection-lost">Connection lost · data {briefDuration(now - since)} old</span>
}
