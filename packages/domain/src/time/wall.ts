import { dayOfDate } from './days.ts'
import { instantOfWall } from './zone-years.ts'

/** What clocks on a wall show: a date as 20260308 and a minute of that day, 0 to 1,439. */
export interface WallTime {
  readonly date: number
  readonly minute: number
}

const plainAt = (at: number, zone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime()

const dateOf = ({ year, month, day }: Temporal.PlainDateTime): number => year * 10_000 + month * 100 + day

/** What clocks of a zone show at an instant (epoch ms), seconds left out. */
export function wallAt(at: number, zone: string): WallTime {
  const wall = plainAt(at, zone)
  return { date: dateOf(wall), minute: wall.hour * 60 + wall.minute }
}

/**
 * The instant (epoch ms) so many calendar months and days before another at which clocks of the zone show the same; the last
 * of a month where it has no such day, the change of clocks where the time does not exist, the first where it occurs twice
 * (domain, section 1).
 */
export function wallBack(
  at: number,
  { months = 0, days = 0 }: { readonly months?: number; readonly days?: number },
  zone: string,
): number {
  const wall = plainAt(at, zone).subtract({ months, days })
  const second = wall.hour * 3600 + wall.minute * 60 + wall.second
  return instantOfWall(dayOfDate(dateOf(wall)), second, zone) + wall.millisecond
}
