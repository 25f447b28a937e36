import { dayOfDate } from './days.ts'
import { instantOfWall } from './zone-years.ts'

/** Calendar months and days. */
interface CalendarSpan {
  readonly months?: number
  readonly days?: number
}

/**
 * The instant (epoch ms) so many calendar months and days before another at which clocks of the zone show the same; the last
 * of a month where it has no such day, the change of clocks where the time does not exist, the first where it occurs twice
 * (domain, section 1).
 */
export function wallBack(at: number, { months = 0, days = 0 }: CalendarSpan, zone: string): number {
  const wall = Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .subtract({ months, days })
  const day = dayOfDate(wall.year * 10_000 + wall.month * 100 + wall.day)
  const second = wall.hour * 3600 + wall.minute * 60 + wall.second
  return instantOfWall(day, second, zone) + wall.millisecond
}
