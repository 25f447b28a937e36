import { zoneOf } from '@millwatch/domain/scope'
import { useQuery } from '@tanstack/react-query'
import { companyQuery } from '../features/tree/queries.ts'
import { useNow } from '../lib/clock.ts'
import { timeOfDay } from '../lib/dates.ts'
import { placeOf, zoneName } from '../lib/zoned.ts'
import { usePlace } from '../scope/place.ts'
import { useScope } from '../scope/scope.ts'
import { useSubject } from '../scope/subject.ts'
import { ClockIcon } from '../ui/icons.tsx'

/**
 * Clock of the header, in the zone of the scope, else in that of the unit or machine on screen, or of the company on pages under
 * `/setup`. Other pages keep the zone of the page before, or else use the company's.
 */
export function WallClock() {
  const now = useNow()
  const { timezone } = useScope()
  const pageZone = usePlace((place) => place.zone)
  const { data: company } = useQuery(companyQuery)
  const isOfCompany = useSubject() === undefined
  const page = pageZone ?? (isOfCompany ? company?.timezone : undefined)
  const zone = page === undefined ? undefined : zoneOf({ timezone }, page)
  if (zone === undefined) return <div className="inline one-line wall-clock" />
  const name = zoneName(now, zone)
  return (
    <div className="inline one-line wall-clock" title={zone}>
      <span className="muted inline">
        <ClockIcon />
      </span>
      <time>{timeOfDay(now, zone)}</time>
      <span className="muted wall-clock-zone">
        {placeOf(zone)} {name !== placeOf(zone) && name}
      </span>
    </div>
  )
}
