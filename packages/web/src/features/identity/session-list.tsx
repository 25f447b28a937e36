import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateAndTime } from '../../lib/dates.ts'
import { zoneName } from '../../lib/zoned.ts'
import { useZone } from '../../scope/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Ago } from '../../ui/contact.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { EndSessions } from './end-sessions.tsx'
import { deviceWords, type OwnSession, sessionsQuery } from './own-sessions.ts'

interface SessionRowProps {
  session: OwnSession
  onEnd: () => void
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const zone = useZone()
  const device = deviceWords(session.user_agent)
  const createdAt = Date.parse(session.created_at)
  return (
    <li className="row settings-row">
      <span className="any-break settings-main">
        <span title={session.user_agent ?? undefined}>{device}</span>
        {session.is_current && <b> · this one</b>}
        <br />
        <span className="note">
          {session.company_name} · {session.ip ?? 'address not known'} · used{' '}
          <Ago at={Date.parse(session.last_used_at)} absent="never" /> · since {dateAndTime(createdAt, zone)}{' '}
          {zoneName(createdAt, zone)}
        </span>
      </span>
      {!session.is_current && (
        <Button aria-label={`End the session of ${device}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  )
}

/**
 * Panel with the person's sessions in all companies. Each session except the present one has a button that ends it, and one
 * button ends all others; the password is needed.
 */
export function SessionList() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery)
  const [ending, setEnding] = useState<OwnSession | 'others'>()
  const others = (sessions ?? []).filter((session) => !session.is_current).length
  return (
    <Panel
      title="Sessions"
      note="Where you are signed in. A session ends 7 days after its last use, 30 days after its first."
      aside={
        <Button
          disabled={others === 0}
          title={others === 0 ? 'There is no other session' : undefined}
          onClick={() => setEnding('others')}
        >
          End all others
        </Button>
      }
    >
      {sessions === undefined && error === null && <Skeleton height={48} />}
      {sessions === undefined && error !== null && (
        <TryAgain onRetry={refetch}>Sessions could not be read: {error.message}</TryAgain>
      )}
      <ul className="lined" aria-label="Sessions">
        {sessions?.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      {ending !== undefined && <EndSessions session={ending} onClose={() => setEnding(undefined)} />}
    </Panel>
  )
}
