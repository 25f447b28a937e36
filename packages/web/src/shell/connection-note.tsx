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

function Age({ since }: { since: number }) {
  const now = useNow()
  return <span className="inline connection-lost">Connection lost · data {briefDuration(now - since)} old</span>
}
