import { DAY_MS, firstDayOfYear, weekdayOf, yearOfDay } from './days.ts'
import type { Range } from './range.ts'
import { instantOfWall, type ZoneYear, zoneYear } from './zone-years.ts'

/** The instant (epoch ms) at which a local day begins: its midnight, or where there is none the change of clocks. */
export function midnightOf(day: number, zone: string): number {
  const { firstDay, midnights } = zoneYear(zone, yearOfDay(day))
  return midnights[day - firstDay] as number
}

/**
 * The local day that holds an instant (epoch ms): that of the last midnight at or before it, so that days neither overlap
 * nor leave gaps, also where clocks are set back over midnight.
 */
export function dayAt(at: number, zone: string): number {
  const year = yearHolding(at, zone)
  return year.firstDay + placeIn(year, at)
}

/** The date, as 20260308, of the local day that holds an instant (epoch ms). */
export function dateNumberOf(at: number, zone: string): number {
  const year = yearHolding(at, zone)
  return year.dates[placeIn(year, at)] as number
}

/**
 * The local day of an IANA zone that holds an instant (epoch ms), from its midnight to the next: 23 or 25 hours long, or in
 * some zones half an hour off, where clocks change (domain, section 1). A midnight that does not exist is the instant
 * of the change.
 */
export function localDayOf(at: number, zone: string): Range {
  const year = yearHolding(at, zone)
  const place = placeIn(year, at)
  return { from: year.midnights[place] as number, to: year.midnights[place + 1] as number }
}

/** The local week, from Sunday's midnight to the next, of an IANA zone that holds an instant (epoch ms). */
export function localWeekOf(at: number, zone: string): Range {
  const day = dayAt(at, zone)
  const sunday = day - weekdayOf(day)
  return { from: midnightOf(sunday, zone), to: midnightOf(sunday + 7, zone) }
}

/** The last local midnight at or before an instant (epoch ms). */
export function startOfLocalDay(at: number, zone: string): number {
  return localDayOf(at, zone).from
}

/** The instant (epoch ms) at which a local day starts where days start `dayStartMin` (0 to 1,439) minutes past midnight. */
export function dayStartOf(day: number, zone: string, dayStartMin: number): number {
  return dayStartMin === 0 ? midnightOf(day, zone) : instantOfWall(day, dayStartMin * 60, zone)
}

/** The local day that holds an instant (epoch ms) where days start `dayStartMin` minutes past midnight. */
export function dayStartedAt(at: number, zone: string, dayStartMin: number): number {
  if (dayStartMin === 0) return dayAt(at, zone)
  let day = dayAt(at, zone)
  while (dayStartOf(day, zone, dayStartMin) > at) day--
  while (dayStartOf(day + 1, zone, dayStartMin) <= at) day++
  return day
}

/** How manieth of the year's days holds an instant of the year. */
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
