import { dayOfDate, instantOfWall } from '@millwatch/domain/time'
import { toIso } from './clock.ts'
import { dayIn, minuteOfDay } from './zoned.ts'

/** An instant as a field for date and time shows it on the walls of a zone: `2026-11-21T10:42`. */
export const wallText = (at: number, zone: string): string => `${dayIn(at, zone)}T${minuteOfDay(at, zone)}`

/** What such a field says, as an instant (ISO). */
export function instantOfWallText(text: string, zone: string): string {
  const [date = '', time = ''] = text.split('T')
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return toIso(instantOfWall(dayOfDate(Number(date.replaceAll('-', ''))), hour * 3600 + minute * 60, zone))
}
