import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useNow } from '../../lib/clock.ts'
import { minuteNear } from '../../lib/dates.ts'
import { compactDuration } from '../../lib/format.ts'
import { zoneName } from '../../lib/zoned.ts'
import { usePaths } from '../../scope/links.ts'
import { ownAlarmsQuery } from '../../scope/own-alarms.ts'
import { TrippedIcon } from '../../ui/icons.tsx'
import { acknowledgeAlarms } from './queries.ts'

interface TrippedAlarmsProps {
  /** IANA zone of the times, which are named by it, since the machines may be in others. */
  zone: string
  onGo: () => void
}

/**
 * List of the tripped alarms to which the person is subscribed; nothing while none is tripped. It marks them as seen when it
 * shows them, and those not seen before have the word New.
 */
export function TrippedAlarms({ zone, onGo }: TrippedAlarmsProps) {
  const client = useQueryClient()
  const paths = usePaths()
  const at = useNow(60_000)
  const { data: all } = useQuery(ownAlarmsQuery)
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set())
  const tripped = all?.filter((alarm) => alarm.tripped && alarm.tripped_at !== null) ?? []
  const unseenKey = tripped
    .filter(({ seen }) => !seen)
    .map(({ alarm_id }) => alarm_id)
    .join()
  useEffect(() => {
    if (unseenKey === '') return
    const ids = unseenKey.split(',').map(Number)
    setFresh((before) => new Set([...before, ...ids]))
    void acknowledgeAlarms(client, ids)
  }, [client, unseenKey])
  if (tripped.length === 0) return null
  return (
    <ul className="stack notifications-list" aria-label="Tripped alarms">
      {tripped.map(({ alarm_id: id, Equipment, alarm_type, settings, tripped_at, pm_enabled }) => {
        const trippedAt = Date.parse(tripped_at ?? '')
        const page = pm_enabled ? `pm?id=${id}` : `alarms?alarm=${id}`
        return (
          <li key={id} className="stack tight notification" data-fresh={fresh.has(id)}>
            <h3 className="title spread">
              <Link to={paths.page(`/e/${Equipment.id}/${page}`)} className="any-break inline" onClick={onGo}>
                <span className="alert inline">
                  <TrippedIcon size={16} />
                </span>
                <bdi>{Equipment.name}</bdi>
              </Link>
              {fresh.has(id) && <span className="small medium one-line notification-new">New</span>}
            </h3>
            <span className="second">
              {alarm_type}: {settings}
            </span>
            <span className="small alert">
              Tripped {minuteNear(trippedAt, at, zone)} {zoneName(trippedAt, zone)} · {compactDuration(at - trippedAt)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
