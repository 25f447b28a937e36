import { dayOfDate } from './days.ts'
import { instantOfWall } from './zone-years.ts'

/** Wall-clock time: a date as 20260308 and a minute of that day, 0 to 1,439. */
export interface WallTime {
  readonly date: number
  readonly minute: number
}

const plainAt = (at: number, zone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime()

const dateOf = ({ year, month, day }: Temporal.PlainDateTime): number => year * 10_000 + month * 100 + day

/** Returns the wall-clock time of a zone at an instant (epoch ms), rounded down to the minute. */
export function wallAt(at: number, zone: string): WallTime {
  const wall = plainAt(at, zone)
  return { date: dateOf(wall), minute: wall.hour * 60 + wall.minute }
}

/**
 * Returns the instant (epoch ms) some calendar months and days before another, at the same wall-clock time of the zone. In a
 * month without that day it is the last day of the month. A time that does not exist is the change of clocks; one that occurs
 * twice is the first (domain, section 1).
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

/**
 * Returns the instant (epoch ms) some calendar months and days after another, at the same wall-clock time of the zone, by the
 * rules of `wallBack`.
 */
export const wallAfter = (
  at: number,
  { months = 0, days = 0 }: { readonly months?: number; readonly days?: number },
  zone: string,
): number => wallBack(at, { months: -months, days: -days }, zone)
