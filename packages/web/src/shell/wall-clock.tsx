import { useNow } from '../lib/clock.ts'
import { placeOf, timeOfDay, zoneName } from '../lib/zoned.ts'
import { usePlace } from '../scope/place.ts'
import { ClockIcon } from './icons.tsx'

/** The time in the zone of what is on screen. */
export function WallClock() {
  const now = useNow()
  const zone = usePlace((place) => place.zone)
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
