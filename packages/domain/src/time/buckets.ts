import { dayOfDate, weekdayOf } from './days.ts'
import { dayStartedAt, dayStartOf } from './local-days.ts'
import type { Range } from './range.ts'
import { HOUR_MS } from './units.ts'

/** Length of a bucket in seconds. 86,400 and 604,800 mean local days and weeks, however long they are. */
export type BucketInterval = 900 | 3600 | 86_400 | 604_800

/**
 * Calendar for buckets: an IANA zone, the minutes past midnight at which days start (0 to 1,425), and the first day of a
 * week.
 */
export interface LocalWeek {
  readonly zone: string
  readonly dayStartMin: number
  /** 0 Sunday, 1 Monday. */
  readonly firstWeekday: 0 | 1
}

/** Bucket of a period: `from` and `to` (epoch ms) are clipped to the period, days are counted from 1970-01-01. */
export interface Bucket extends Range {
  /** Bounds of the whole bucket, also where the period covers only a part of it. */
  readonly whole: Range
  /** First and last local day of the bucket; a bucket shorter than a day has the day that contains it. */
  readonly firstDay: number
  readonly lastDay: number
}

/**
 * Returns the default bucket length of a period: 15 minutes below 24 h, one hour up to 48 h, one day up to 744 h, else one
 * week. A whole local day counts as 24 h, so that a day on which clocks change has the same buckets as any other (domain, section
 * 5). A period that begins or ends on such a day after the change counts longer or shorter than on the wall clock, by the change.
 */
export function intervalFor({ from, to }: Range, week: Pick<LocalWeek, 'zone' | 'dayStartMin'>): BucketInterval {
  const hours = (positionOf(to, week) - positionOf(from, week)) / HOUR_MS
  if (hours < 24) return 900
  if (hours <= 48) return 3600
  return hours <= 744 ? 86_400 : 604_800
}

/**
 * Returns the buckets of a period, ascending, without gaps, clipped at both ends; none for an empty period. Quarters and
 * hours are counted in absolute time from the start of each local day; the last one of a day may be shorter (Lord Howe).
 * `dates` (20260308) matter for days and weeks only: buckets are added before and after until all these dates have one. An
 * added bucket lies outside the period, so its clipped range is empty (domain, section 5).
 */
export function bucketsOf(
  period: Range,
  interval: BucketInterval,
  week: LocalWeek,
  dates: Iterable<number> = [],
): Bucket[] {
  if (period.to <= period.from) return []
  const { zone, dayStartMin } = week
  let first = dayStartedAt(period.from, zone, dayStartMin)
  let last = dayStartedAt(period.to - 1, zone, dayStartMin)
  if (interval < 86_400) return partsOfDays(period, interval * 1000, { first, last }, week)
  for (const date of dates) {
    const day = dayOfDate(date)
    first = Math.min(first, day)
    last = Math.max(last, day)
  }
  const length = interval === 86_400 ? 1 : 7
  if (length === 7) first -= (weekdayOf(first) - week.firstWeekday + 7) % 7
  const buckets: Bucket[] = []
  for (let day = first; day <= last; day += length) {
    const whole = { from: dayStartOf(day, zone, dayStartMin), to: dayStartOf(day + length, zone, dayStartMin) }
    if (whole.from < whole.to)
      buckets.push({ ...clipped(whole, period), whole, firstDay: day, lastDay: day + length - 1 })
  }
  return buckets
}

/** Returns the bucket whose local days include a date (20260308), in a list of days or weeks; undefined when none does. */
export function bucketOfDate(buckets: readonly Bucket[], date: number): Bucket | undefined {
  const day = dayOfDate(date)
  return buckets.find(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)
}

/**
 * Returns the position of an instant in ms, with every local day counted as 24 h; time beyond 24 h of a longer day is ignored.
 */
function positionOf(at: number, { zone, dayStartMin }: Pick<LocalWeek, 'zone' | 'dayStartMin'>): number {
  const day = dayStartedAt(at, zone, dayStartMin)
  return day * 24 * HOUR_MS + Math.min(at - dayStartOf(day, zone, dayStartMin), 24 * HOUR_MS)
}

function partsOfDays(
  period: Range,
  lengthMs: number,
  days: { first: number; last: number },
  { zone, dayStartMin }: LocalWeek,
): Bucket[] {
  const buckets: Bucket[] = []
  for (let day = days.first; day <= days.last; day++) {
    const end = dayStartOf(day + 1, zone, dayStartMin)
    for (let from = dayStartOf(day, zone, dayStartMin); from < end; from += lengthMs) {
      const whole = { from, to: Math.min(from + lengthMs, end) }
      if (whole.to > period.from && whole.from < period.to)
        buckets.push({ ...clipped(whole, period), whole, firstDay: day, lastDay: day })
    }
  }
  return buckets
}

function clipped(whole: Range, period: Range): Range {
  const from = Math.min(Math.max(whole.from, period.from), period.to)
  return { from, to: Math.max(from, Math.min(whole.to, period.to)) }
}
