import { DAY_MS, isTimeZone, midnightOf } from '@millwatch/domain/time'
import { toIso } from './clock.ts'
import { firstWeekday } from './measures.ts'

/** Cache of formatters of local times and zone names; they do not depend on the reader's locale. */
const cache = new Map<string, Intl.DateTimeFormat>()

function formatter(zone: string, kind: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${kind}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const made = formatterIn(zone, 'en-US', options)
  cache.set(key, made)
  return made
}

/**
 * Returns a formatter of dates for an IANA zone and a locale (undefined: the browser's). In a browser that does not support
 * the zone it is one for UTC.
 */
export function formatterIn(
  zone: string,
  locale: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  } catch {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  }
}

/** Returns the abbreviation of a zone at an instant (epoch ms), such as `CST`, or `GMT-3` for a zone without one. */
export function zoneName(at: number, zone: string): string {
  const parts = formatter(zone, 'name', { timeZoneName: 'short' }).formatToParts(at)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone
}

/** Returns the last part of the name of a zone as text: `Chicago` for `America/Chicago`, `New York` for `America/New_York`. */
export const placeOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** Returns the instants (epoch ms) in `[from, to)` of local full hours that are multiples of `everyHours`, ascending. */
export function hourMarks(from: number, to: number, zone: string, everyHours: number): number[] {
  const marks: number[] = []
  const quarterMs = 15 * 60_000
  // Offsets of zones are multiples of quarter hours.
  for (let at = Math.ceil(from / quarterMs) * quarterMs; at < to; at += quarterMs) {
    const [hour, minute] = clockIn(at, zone).split(':')
    if (minute === '00' && Number(hour) % everyHours === 0) marks.push(at)
  }
  return marks
}

/** Returns the local date of an instant (epoch ms) in `zone`: `2026-11-21`. */
export const dayIn = (at: number, zone: string): string => toIso(wallOf(at, zone)).slice(0, 10)

/** Returns the local time of an instant (epoch ms) in `zone` with 24 hours, without seconds: `10:42`. */
export const clockIn = (at: number, zone: string): string => toIso(wallOf(at, zone)).slice(11, 16)

/** Returns the local weekday of an instant (epoch ms) in `zone`, 0 Sunday to 6 Saturday. */
export const weekdayIn = (at: number, zone: string): number =>
  (((Math.floor(wallOf(at, zone) / DAY_MS) + 4) % 7) + 7) % 7

const WALL = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const

/** Returns the local time of an instant in a zone, as the epoch ms of the same date and time in UTC, without ms. */
function wallOf(at: number, zone: string): number {
  const parts = new Map(
    formatter(zone, 'wall', WALL)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const [year = 0, month = 1, day = 1] = [parts.get('year'), parts.get('month'), parts.get('day')]
  return Date.UTC(year, month - 1, day, parts.get('hour'), parts.get('minute'), parts.get('second'))
}

/**
 * Returns the first instant (epoch ms) of a local day (`2026-11-21`): its midnight or, where the clock skips midnight, the first
 * instant after the gap. A zone that the browser does not know counts as UTC.
 */
export const startOfDay = (day: string, zone: string): number =>
  midnightOf(Date.parse(`${day}T00:00:00Z`) / DAY_MS, isTimeZone(zone) ? zone : 'UTC')

const QUARTER_MS = 15 * 60_000
/** Offset from UTC that `wallTime` computed last, with its zone and quarter hour; offsets do not change within a quarter hour. */
let ahead: { zone: string; quarter: number; ms: number } | undefined

/**
 * Returns the local time of an instant (epoch ms) in `zone` as `2026-11-21 10:42:17.123`. Calls for many instants in ascending
 * order are fast.
 */
export function wallTime(at: number, zone: string): string {
  const quarter = Math.floor(at / QUARTER_MS)
  if (ahead?.zone !== zone || ahead.quarter !== quarter)
    ahead = { zone, quarter, ms: wallOf(quarter * QUARTER_MS, zone) - quarter * QUARTER_MS }
  return toIso(at + ahead.ms)
    .replace('T', ' ')
    .slice(0, 23)
}

/**
 * Returns the instants (epoch ms) in `[from, to)` at which every `everyDays`-th local day begins, ascending; weeks are
 * counted from the first day of weeks.
 */
export function dayMarks(from: number, to: number, zone: string, everyDays: number): number[] {
  const marks: number[] = []
  // Day 0, 1970-01-01, was a Thursday; the Sunday before it is day -4.
  const origin = firstWeekday() - 4
  const sinceOrigin = Date.parse(`${dayIn(from, zone)}T00:00:00Z`) / DAY_MS - origin
  const first = Math.floor(sinceOrigin / everyDays) * everyDays + origin
  for (let day = first; ; day += everyDays) {
    const at = startOfDay(toIso(day * DAY_MS).slice(0, 10), zone)
    if (at >= to) return marks
    if (at >= from) marks.push(at)
  }
}

/**
 * Returns the instants (epoch ms) in `[from, to)` at which every `everyMonths`-th local month begins, ascending, counted from
 * January.
 */
export function monthMarks(from: number, to: number, zone: string, everyMonths: number): number[] {
  const marks: number[] = []
  const [year = 1970, month = 1] = dayIn(from, zone).split('-').map(Number)
  for (let index = Math.floor((month - 1) / everyMonths) * everyMonths; ; index += everyMonths) {
    const at = startOfDay(toIso(Date.UTC(year, index, 1)).slice(0, 10), zone)
    if (at >= to) return marks
    if (at >= from) marks.push(at)
  }
}
