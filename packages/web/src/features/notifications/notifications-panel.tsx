import './notifications.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dateAndMinute } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { MarkdownText } from './markdown-text.tsx'
import { acknowledge, notificationsQuery } from './queries.ts'
import { TrippedAlarms } from './tripped-alarms.tsx'

interface NotificationsPanelProps {
  zone: string
  /** Called when a link in the list of tripped alarms is followed. */
  onGo: () => void
}

/**
 * Panel with the tripped alarms to which the person is subscribed, and the unread notifications about Millwatch itself; a button
 * also shows read notifications of the last month. The panel marks notifications as read on the server as soon as it shows them;
 * they stay visible until it closes.
 */
export function NotificationsPanel({ zone, onGo }: NotificationsPanelProps) {
  const client = useQueryClient()
  const { data: all, isError, refetch } = useQuery(notificationsQuery)
  const [showsRecent, setShowsRecent] = useState(false)
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set())
  const unread = all?.filter((notification) => !notification.acked).map(({ id }) => id) ?? []
  const unreadKey = unread.join()
  useEffect(() => {
    if (unreadKey === '') return
    const ids = unreadKey.split(',').map(Number)
    setFresh((before) => new Set([...before, ...ids]))
    void acknowledge(client, ids)
  }, [client, unreadKey])
  const shown = all?.filter((notification) => showsRecent || fresh.has(notification.id) || !notification.acked) ?? []
  return (
    <div className="stack wide start">
      <TrippedAlarms zone={zone} onGo={onGo} />
      {shown.length === 0 ? (
        <Nothing isKnown={all !== undefined} isError={isError} showsRecent={showsRecent} />
      ) : (
        <ul className="stack notifications-list">
          {shown.map(({ id, title, detail, available_at }) => (
            <li key={id} className="stack tight notification" data-fresh={fresh.has(id)}>
              <h3 className="title any-break spread">
                {title}
                {fresh.has(id) && <span className="small medium one-line notification-new">New</span>}
              </h3>
              <time className="faint small" dateTime={available_at}>
                {dateAndMinute(Date.parse(available_at), zone)}
              </time>
              <MarkdownText text={detail} />
            </li>
          ))}
        </ul>
      )}
      {all === undefined && isError ? (
        <Button onClick={() => void refetch()}>Try again</Button>
      ) : (
        <Button aria-pressed={showsRecent} onClick={() => setShowsRecent(!showsRecent)}>
          {showsRecent ? 'Hide recent' : 'Show recent'}
        </Button>
      )}
    </div>
  )
}

function Nothing({ isKnown, isError, showsRecent }: { isKnown: boolean; isError: boolean; showsRecent: boolean }) {
  if (!isKnown && isError)
    return <Empty title="Notifications could not be read">They will be loaded again in a few minutes.</Empty>
  if (!isKnown) return null
  return showsRecent ? (
    <Empty title="Nothing in the last month">News about Millwatch will appear here.</Empty>
  ) : (
    <Empty title="Nothing new">You have read everything. Show recent lists what came within the last month.</Empty>
  )
}
