import { DAY_MS } from '@millwatch/domain/time'

/**
 * Cache of the results of `wallInstant`, by its arguments. In this file a day is a local day of a plant, counted from 1970-01-01
 * in its own calendar.
 */

const cache = new Map<string, number>()

/**
 * Returns the instant (epoch ms) at which the wall clock of `zone` shows `second` of the local day `day` (days since 1970-01-01);
 * 86,400 is the next midnight. A skipped time is moved past the gap, and of a time shown twice the first is taken, as Temporal
 * does by default.
 */
export function wallInstant(zone: string, day: number, second: number): number {
  const key = `${zone}/${day}/${second}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  if (cache.size > 20_000) cache.clear()
  const date = Temporal.PlainDate.from('1970-01-01').add({ days: day + Math.floor(second / 86_400) })
  const rest = second % 86_400
  const time = new Temporal.PlainTime(Math.floor(rest / 3600), Math.floor(rest / 60) % 60, Math.floor(rest) % 60)
  const at = date.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds
  cache.set(key, at)
  return at
}

/** Returns the local day of `zone` (days since 1970-01-01) that contains the instant `at` (epoch ms). */
export function localDay(zone: string, at: number): number {
  const near = Math.floor(at / DAY_MS)
  for (let day = near + 1; day > near - 2; day--) if (wallInstant(zone, day, 0) <= at) return day
  return near - 2
}

/** Returns the weekday, 0 Sunday to 6 Saturday, of a local day (days since 1970-01-01). */
export const weekday = (day: number): number => (((day + 4) % 7) + 7) % 7
