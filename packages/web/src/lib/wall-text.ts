import { dayOfDate, instantOfWall } from '@millwatch/domain/time'
import { toIso } from './clock.ts'
import { clockIn, dayIn } from './zoned.ts'

/** Returns the value of a date and time field for an instant (epoch ms), in wall-clock time of `zone`: `2026-11-21T10:42`. */
export const wallText = (at: number, zone: string): string => `${dayIn(at, zone)}T${clockIn(at, zone)}`

/**
 * Returns the instant of the value of a date and time field (`2026-11-21T10:42`, wall-clock time of `zone`), as ISO 8601 in
 * UTC. A time that clocks skip is the instant of the change.
 */
export function instantOfWallText(text: string, zone: string): string {
  const [date = '', time = ''] = text.split('T')
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return toIso(instantOfWall(dayOfDate(Number(date.replaceAll('-', ''))), hour * 3600 + minute * 60, zone))
}
