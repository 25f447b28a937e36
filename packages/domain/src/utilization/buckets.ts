import type { Range } from '../time/index.ts'

/** Seconds of a bucket; the last two mean local days and weeks. */
export type BucketInterval = 900 | 3600 | 86_400 | 604_800

export interface Bucket extends Range {
  /**
   * Set with a shift chosen and days or weeks: the days, first and last, as 20260308, whose shift counts here, inside the
   * period and wherever in it. The first bucket may then bear the day before: it ends where the period begins.
   */
  readonly dates: { readonly first: number; readonly last: number } | null
}

export interface BucketQuestion {
  readonly period: Range
  readonly interval: BucketInterval
  readonly zone: string
  /** Minutes after midnight at which days start, 0 to 1425. */
  readonly dayStartMin: number
  /** Days and weeks hold the shifts of their days instead of their time. */
  readonly byShiftDate: boolean
  /** The weekday weeks start on, 0 Sunday (the default) or 1 Monday. */
  readonly weekStart?: 0 | 1
}

const HOUR_MS = 3_600_000

/**
 * The interval of a period's buckets where none is asked for: under 24 h a quarter-hour, up to 48 h an hour, up to 744 h a
 * day, longer a week; a local day counts as 24 h (domain, section 5).
 */
export function usualInterval({ from, to }: Range, zone: string): BucketInterval {
  const hours = (wallMs(to, zone) - wallMs(from, zone)) / HOUR_MS
  if (hours < 24) return 900
  if (hours <= 48) return 3600
  return hours <= 744 ? 86_400 : 604_800
}

/** An instant's wall clock time, as if it were UTC. */
const wallMs = (at: number, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime().toZonedDateTime('UTC')
    .epochMilliseconds

/** The buckets of a period, in order, clipped to it at both ends (domain, section 5); none of an empty one. */
export function bucketsOf(asked: BucketQuestion): Bucket[] {
  const { period, interval } = asked
  if (period.from >= period.to) return []
  return interval === 900 || interval === 3600 ? shortBuckets(asked, interval * 1000) : calendarBuckets(asked)
}

/** Of equal length from each local day's start; the last of a day ends with it. */
function shortBuckets({ period, zone, dayStartMin }: BucketQuestion, lengthMs: number): Bucket[] {
  const buckets: Bucket[] = []
  let date = dateHolding(period.from, zone, dayStartMin)
  let start = startOf(date, zone, dayStartMin)
  while (start < period.to) {
    date = date.add({ days: 1 })
    const end = startOf(date, zone, dayStartMin)
    const first = start + Math.max(0, Math.floor((period.from - start) / lengthMs)) * lengthMs
    for (let from = first; from < Math.min(end, period.to); from += lengthMs) {
      const clipped = { from: Math.max(from, period.from), to: Math.min(from + lengthMs, end, period.to) }
      if (clipped.from < clipped.to) buckets.push({ ...clipped, dates: null })
    }
    start = end
  }
  return buckets
}

function calendarBuckets({
  period,
  interval,
  zone,
  dayStartMin,
  byShiftDate,
  weekStart = 0,
}: BucketQuestion): Bucket[] {
  const days = interval === 86_400 ? 1 : 7
  const buckets: Bucket[] = []
  let date = dateHolding(period.from, zone, dayStartMin)
  if (byShiftDate) date = date.subtract({ days: 1 })
  if (days === 7) date = date.subtract({ days: (date.dayOfWeek - weekStart + 7) % 7 })
  for (let start = startOf(date, zone, dayStartMin); start < period.to; ) {
    const next = date.add({ days })
    const end = startOf(next, zone, dayStartMin)
    const dates = byShiftDate ? { first: dateNumber(date), last: dateNumber(next.subtract({ days: 1 })) } : null
    const isBefore = end <= period.from
    const range = isBefore ? { from: start, to: period.from } : clip({ from: start, to: end }, period)
    if (range.from < range.to) buckets.push({ ...range, dates })
    date = next
    start = end
  }
  return buckets
}

const clip = ({ from, to }: Range, period: Range): Range => ({
  from: Math.max(from, period.from),
  to: Math.min(to, period.to),
})

/** The date of the day, started at `dayStartMin`, that holds an instant. */
function dateHolding(at: number, zone: string, dayStartMin: number): Temporal.PlainDate {
  let date = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()
  while (startOf(date, zone, dayStartMin) > at) date = date.subtract({ days: 1 })
  while (startOf(date.add({ days: 1 }), zone, dayStartMin) <= at) date = date.add({ days: 1 })
  return date
}

/** A wall time that does not exist is the instant of the change, one that occurs twice the first (domain, section 1). */
function startOf(date: Temporal.PlainDate, zone: string, dayStartMin: number): number {
  const wall = date.toPlainDateTime({ hour: Math.floor(dayStartMin / 60), minute: dayStartMin % 60 })
  const zoned = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  if (zoned.toPlainDateTime().equals(wall)) return zoned.epochMilliseconds
  return zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? zoned.epochMilliseconds
}

/** 20260308 */
const dateNumber = ({ year, month, day }: Temporal.PlainDate): number => year * 10_000 + month * 100 + day
