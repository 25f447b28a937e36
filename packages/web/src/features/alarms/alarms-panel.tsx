import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useNow } from '../../lib/clock.ts'
import { minuteNear } from '../../lib/dates.ts'
import { compactDuration, counted, unbroken } from '../../lib/format.ts'
import { usePaths } from '../../scope/links.ts'
import { pathOfSubject, type Subject } from '../../scope/subject.ts'
import { useZone } from '../../scope/zone.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { TrippedIcon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { inOrder } from './list.ts'
import { alarmsQuery, type ListedAlarm } from './queries.ts'

/**
 * Content of the submenu Alarms: the number of alarms of a machine or unit, a list of the tripped ones with the latest trip
 * first, and links to the alarms page and to a new alarm.
 */
export function AlarmsPanel({ subject }: { subject: Subject }) {
  const paths = usePaths()
  const { data, error, refetch } = useQuery(alarmsQuery(subject))
  const page = `${pathOfSubject(subject)}/alarms`
  if (data === undefined)
    return error === null ? <Skeleton height={48} /> : <TryAgain onRetry={refetch}>Alarms: {error.message}</TryAgain>
  const tripped = inOrder(data.alarms, 'tripped').filter((alarm) => alarm.tripped)
  return (
    <div className="stack">
      <p className="second">
        {counted(data.alarms.length, 'alarm')}, {tripped.length} tripped
      </p>
      {tripped.length === 0 ? (
        <p className="muted">No alarms currently tripped</p>
      ) : (
        <ul className="stack near" aria-label="Tripped alarms">
          {tripped.map((alarm) => (
            <TrippedLine key={alarm.id} alarm={alarm} path={paths.page(page)} />
          ))}
        </ul>
      )}
      <div className="wrap">
        <ButtonLink to={paths.page(page)}>All alarms</ButtonLink>
        <ButtonLink to={withParameter(paths.page(page), 'edit=new')}>New alarm</ButtonLink>
      </div>
    </div>
  )
}

/** Returns a path with `parameter` (`name=value`) added to its query, after `?` or, if the path has a query, after `&`. */
const withParameter = (path: string, parameter: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${parameter}`

function TrippedLine({ alarm, path }: { alarm: ListedAlarm; path: string }) {
  const zone = useZone()
  const at = useNow(60_000)
  const trippedAt = Date.parse(alarm.tripped_at ?? '')
  return (
    <li>
      <Link to={withParameter(path, `alarm=${alarm.id}`)} className="item line">
        <span className="alert">
          <TrippedIcon />
        </span>
        <span className="stack flush grow">
          <bdi className="strong any-break">{alarm.Equipment.name}</bdi>
          <span className="note">
            {alarm.AlarmType.name}: {unbroken(alarm.settings)}
          </span>
          <span className="small alert">
            since {minuteNear(trippedAt, at, zone)} · {compactDuration(at - trippedAt)}
          </span>
        </span>
      </Link>
    </li>
  )
}
