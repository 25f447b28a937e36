import { zoneOf } from '@millwatch/domain/scope'
import { useNow } from '../lib/clock.ts'
import { placeOf, timeOfDay, zoneName } from '../lib/zoned.ts'
import { usePlace } from '../scope/place.ts'
import { useScope } from '../scope/scope.ts'
import { ClockIcon } from '../ui/icons.tsx'

/** The time in the zone of what is on screen, or in the one that was chosen. */
export function WallClock() {
  const now = useNow()
  const { timezone } = useScope()
  const own = usePlace((place) => place.zone)
  const zone = own === undefined ? undefined : zoneOf({ timezone }, own)
  if (zone === undefined) return <div className="wall-clock" />
  const name = zoneName(now, zone)
  return (
    <div className="wall-clock" title={zone}>
      <ClockIcon />
      <time>{timeOfDay(now, zone)}</time>
      <span className="wall-clock-zone">
        {placeOf(zone)} {name !== placeOf(zone) && name}
      </span>
    </div>
  )
}
