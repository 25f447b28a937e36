// Wall clocks for the reference models, from one fact only: the offset of a zone from UTC at an instant. "A local time that does
// not exist is the instant of the change; one that occurs twice is the first; for starts and ends alike" (domain, section 1):
// both are the first instant at which the clock shows that time or a later one.

const QUARTER_MS = 900_000
const DAY_MS = 86_400_000

const offsets = new Map<string, Map<number, number>>()

/**
 * Returns the offset of a zone from UTC (ms) at an instant (epoch ms). It is read once for each quarter-hour, since from 1972 on
 * zones change their clocks at whole quarter-hours only.
 */
function offsetMs(zone: string, at: number): number {
  const slot = Math.floor(at / QUARTER_MS)
  const ofZone = offsets.get(zone) ?? new Map<number, number>()
  offsets.set(zone, ofZone)
  const cached = ofZone.get(slot)
  if (cached !== undefined) return cached
  const zoned = Temporal.Instant.fromEpochMilliseconds(slot * QUARTER_MS).toZonedDateTimeISO(zone)
  const ms = zoned.offsetNanoseconds / 1e6
  ofZone.set(slot, ms)
  return ms
}

/** Returns the wall-clock time at an instant (epoch ms), as ms since 1970-01-01 00:00 on the wall clock. */
export const wallMs = (at: number, zone: string): number => at + offsetMs(zone, at)

/** Returns the local day that contains an instant (epoch ms), as a number of days since 1970-01-01. */
export const dayNumber = (at: number, zone: string): number => Math.floor(wallMs(at, zone) / DAY_MS)

/** Returns the weekday of a day number, 0 (Sunday) to 6: 1970-01-01 was a Thursday. */
export const weekday = (day: number): number => (((day + 4) % 7) + 7) % 7

/** Returns the date of a day number as a number of its digits: 20260308 for 2026-03-08. */
export function dateKey(day: number): number {
  const date = new Date(day * DAY_MS)
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate()
}

/** Returns the day number of a date in digits, for example 20260308: the reverse of `dateKey`. */
export function dayOfKey(key: number): number {
  return Date.UTC(Math.floor(key / 10_000), (Math.floor(key / 100) % 100) - 1, key % 100) / DAY_MS
}

/**
 * Returns the first instant (epoch ms) at which the clock of a zone shows `second` (0 to 86,400 after midnight) of a local day,
 * or a later time. The day is a number of days since 1970-01-01.
 */
export function instantAt(day: number, second: number, zone: string): number {
  const target = day * DAY_MS + second * 1000
  // No zone is more than 15 hours from UTC. Between two quarter-hours clocks run evenly.
  const earliest = Math.floor((target - 15 * 3_600_000) / QUARTER_MS) * QUARTER_MS
  for (let at = earliest; ; at += QUARTER_MS) {
    const shown = wallMs(at, zone)
    if (shown >= target) return at
    if (target - shown < QUARTER_MS) return at + (target - shown)
  }
}
