import { firstDayOfYear, weekdayOf, yearOfDay } from './days.ts'
import type { Range } from './range.ts'
import { DAY_MS } from './units.ts'
import { instantOfWall, type ZoneYear, zoneYear } from './zone-years.ts'

/**
 * Returns the instant (epoch ms) at which a local day (days since 1970-01-01) of a zone begins: its midnight or, where clocks
 * skip midnight, the instant of that change.
 */
export function midnightOf(day: number, zone: string): number {
  const { firstDay, midnights } = zoneYear(zone, yearOfDay(day))
  return midnights[day - firstDay] as number
}

/**
 * Returns the number of the local day (days since 1970-01-01) that contains an instant (epoch ms): that of the last
 * midnight at or before it. So days never overlap or leave gaps, even where clocks are set back over midnight.
 */
export function dayAt(at: number, zone: string): number {
  const year = yearHolding(at, zone)
  return year.firstDay + placeIn(year, at)
}

/** Returns the date, as 20260308, of the local day that contains an instant (epoch ms). */
export function dateNumberOf(at: number, zone: string): number {
  const year = yearHolding(at, zone)
  return year.dates[placeIn(year, at)] as number
}

/**
 * Returns the local day of an IANA zone that contains an instant (epoch ms), from its midnight to the next. A day on
 * which clocks change is 23 or 25 hours long, in some zones 23.5 or 24.5 (domain, section 1). A midnight that does not
 * exist is the instant of the change.
 */
export function localDayOf(at: number, zone: string): Range {
  const year = yearHolding(at, zone)
  const place = placeIn(year, at)
  return { from: year.midnights[place] as number, to: year.midnights[place + 1] as number }
}

/**
 * Returns the local week of an IANA zone that contains an instant (epoch ms), from a Sunday's midnight to the next Sunday's.
 */
export function localWeekOf(at: number, zone: string): Range {
  const day = dayAt(at, zone)
  const sunday = day - weekdayOf(day)
  return { from: midnightOf(sunday, zone), to: midnightOf(sunday + 7, zone) }
}

/** Returns the start (epoch ms) of the local day of an IANA zone that contains an instant (epoch ms). */
export function startOfLocalDay(at: number, zone: string): number {
  return localDayOf(at, zone).from
}

/**
 * Returns the instant (epoch ms) at which a local day (days since 1970-01-01) starts when days start `dayStartMin` (0
 * to 1,439) minutes past midnight. A time that clocks skip is the instant of the change; one that occurs twice is the
 * first.
 */
export function dayStartOf(day: number, zone: string, dayStartMin: number): number {
  return dayStartMin === 0 ? midnightOf(day, zone) : instantOfWall(day, dayStartMin * 60, zone)
}

/**
 * Returns the number of the local day (days since 1970-01-01) that contains an instant (epoch ms), for days that start
 * `dayStartMin` minutes past midnight.
 */
export function dayStartedAt(at: number, zone: string, dayStartMin: number): number {
  if (dayStartMin === 0) return dayAt(at, zone)
  let day = dayAt(at, zone)
  while (dayStartOf(day, zone, dayStartMin) > at) day--
  while (dayStartOf(day + 1, zone, dayStartMin) <= at) day++
  return day
}

/** Returns the index of the day, within the year of the table, that contains an instant of that year. */
function placeIn({ midnights }: ZoneYear, at: number): number {
  let i = Math.min(Math.max(0, Math.floor((at - (midnights[0] as number)) / DAY_MS)), midnights.length - 2)
  while ((midnights[i] as number) > at) i--
  while ((midnights[i + 1] as number) <= at) i++
  return i
}

let last: { zone: string; from: number; to: number; year: ZoneYear } | undefined

function yearHolding(at: number, zone: string): ZoneYear {
  if (last !== undefined && last.zone === zone && last.from <= at && at < last.to) return last.year
  const near = yearOfDay(Math.floor(at / DAY_MS))
  for (const year of [near - 1, near, near + 1]) {
    const table = zoneYear(zone, year)
    const from = table.midnights[0] as number
    const to = table.midnights.at(-1) as number
    if (at < to) {
      last = { zone, from, to, year: table }
      return table
    }
  }
  throw new RangeError(`No local day of ${zone} holds ${at} (year starts ${firstDayOfYear(near) * DAY_MS})`)
}
