import { datesOfYear, firstDayOfYear, yearOfDay } from './days.ts'
import { DAY_MS } from './units.ts'

/** Offset of a zone from UTC (ms) from an instant on, up to the next segment. */
interface Segment {
  readonly from: number
  readonly offsetMs: number
}

/** Local days of one year of a zone; instants are epoch ms, days are counted from 1970-01-01. */
export interface ZoneYear {
  readonly firstDay: number
  /**
   * Instants at which the days of the year begin and, as the last entry, at which the next year begins. Two equal entries: the
   * day was skipped.
   */
  readonly midnights: Float64Array
  /** Dates of the days of the year, as 20260308, ascending. */
  readonly dates: Int32Array
  /** Offsets from the year before to the year after. */
  readonly segments: readonly Segment[]
}

const tables = new Map<string, Map<number, ZoneYear>>()
const MOST_YEARS = 5000
let held = 0

/**
 * Returns the table of a zone's year, from a cache that all callers share; it must not be changed. The first call computes it
 * (0.1 ms). Throws a RangeError for an unknown zone.
 */
export function zoneYear(zone: string, year: number): ZoneYear {
  const found = tables.get(zone)?.get(year)
  if (found !== undefined) return found
  const made = tableOf(zone, year)
  if (held >= MOST_YEARS) {
    tables.clear()
    held = 0
  }
  const years = tables.get(zone)
  if (years) years.set(year, made)
  else tables.set(zone, new Map([[year, made]]))
  held++
  return made
}

/**
 * Returns the instant (epoch ms) at which the clocks of a zone show a second (0 to 86,400, which is the next midnight) of a
 * day (days since 1970-01-01). A time that clocks skip is the instant of the change; one that occurs twice is the first
 * (domain, section 1).
 */
export function instantOfWall(day: number, second: number, zone: string): number {
  return fromWall(zoneYear(zone, yearOfDay(day)).segments, day * DAY_MS + second * 1000)
}

function fromWall(segments: readonly Segment[], wallMs: number): number {
  for (const [i, { from, offsetMs }] of segments.entries()) {
    const to = segments[i + 1]?.from ?? Number.POSITIVE_INFINITY
    if (wallMs < to + offsetMs) return Math.max(from, wallMs - offsetMs)
  }
  throw new Error('Unreachable: the last segment has no end')
}

function tableOf(zone: string, year: number): ZoneYear {
  const firstDay = firstDayOfYear(year)
  const segments = segmentsOf(zone, year - 1, year + 2)
  const midnights = new Float64Array(firstDayOfYear(year + 1) - firstDay + 1)
  for (let i = 0; i < midnights.length; i++) midnights[i] = fromWall(segments, (firstDay + i) * DAY_MS)
  return { firstDay, midnights, dates: datesOfYear(year), segments }
}

function segmentsOf(zone: string, fromYear: number, toYear: number): Segment[] {
  const end = firstDayOfYear(toYear) * DAY_MS
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(
    firstDayOfYear(fromYear) * DAY_MS,
  ).toZonedDateTimeISO(zone)
  const segments: Segment[] = [{ from: Number.NEGATIVE_INFINITY, offsetMs: at.offsetNanoseconds / 1e6 }]
  for (at = at.getTimeZoneTransition('next'); at !== null && at.epochMilliseconds < end; ) {
    segments.push({ from: at.epochMilliseconds, offsetMs: at.offsetNanoseconds / 1e6 })
    at = at.getTimeZoneTransition('next')
  }
  return segments
}
