/** Reference model of the buckets of a period: it walks the local days one after the other. */
import type { ReferenceMachine } from './machine.ts'
import { dayStart, nothing, type ReferenceFigures, type ReferenceQuestion, referenceSplit } from './utilization.ts'
import { dayNumber, dayOfKey, weekday } from './wall.ts'

export interface ReferenceBuckets {
  readonly intervalS: 900 | 3600 | 86_400 | 604_800
  readonly zone: string
  readonly dayStartMin: number
  /** First day of the week: 0 Sunday, 1 Monday. */
  readonly weekStart: 0 | 1
}

/**
 * Bucket before it is clipped to the period, from `start` (inclusive) to `end` (exclusive), epoch ms. `day` is the local day on
 * which it begins.
 */
export interface ReferenceBucket {
  readonly start: number
  readonly end: number
  readonly day: number
}

/**
 * Returns the buckets that overlap the period from `from` (inclusive) to `to` (exclusive), epoch ms, ascending and not clipped.
 */
export function referenceBuckets(from: number, to: number, buckets: ReferenceBuckets): ReferenceBucket[] {
  const { intervalS, zone, dayStartMin } = buckets
  const first = dayNumber(from, zone) - 8
  const count = dayNumber(to, zone) + 9 - first
  const all = Array.from({ length: count }, (_, i) => first + i).flatMap((day): ReferenceBucket[] => {
    const start = dayStart(day, dayStartMin, zone)
    const end = dayStart(day + 1, dayStartMin, zone)
    if (intervalS === 86_400) return [{ start, end, day }]
    if (intervalS === 604_800) {
      return weekday(day) === buckets.weekStart ? [{ start, end: dayStart(day + 7, dayStartMin, zone), day }] : []
    }
    const stepMs = intervalS * 1000
    return Array.from({ length: Math.ceil((end - start) / stepMs) }, (_, i) => ({
      start: start + i * stepMs,
      end: Math.min(end, start + (i + 1) * stepMs),
      day,
    }))
  })
  return all.filter((bucket) => bucket.start < to && from < bucket.end)
}

/**
 * Returns the first local day of the bucket that contains a day: the first day of the week for weekly buckets, otherwise the day
 * itself.
 */
export function bucketDayOf(day: number, { intervalS, weekStart }: ReferenceBuckets): number {
  return intervalS === 604_800 ? day - ((weekday(day) - weekStart + 7) % 7) : day
}

/**
 * Returns the figures of a machine by the start of each bucket until now (epoch ms, not clipped), ascending, empty buckets
 * included. With a shift, days and weeks contain an occurrence on its shift date, so a bucket before the period may come first.
 */
export function referenceByBucket(
  machine: ReferenceMachine,
  question: ReferenceQuestion,
  buckets: ReferenceBuckets,
): Map<number, ReferenceFigures> {
  const walls = referenceBuckets(question.from, Math.min(question.to, question.now), buckets)
  const byDate = question.shift !== 0 && buckets.intervalS >= 86_400
  const nameOf = (at: number, date: number | undefined): string => {
    const wall = walls.find(({ start, end }) => start <= at && at < end)
    if (!byDate || date === undefined) return String(wall?.start)
    const day = bucketDayOf(dayOfKey(date), buckets)
    return String(dayStart(day, buckets.dayStartMin, buckets.zone))
  }
  const cuts = walls.flatMap(({ start, end }) => [start, end])
  const split = referenceSplit(machine, question, (at, occurrence) => nameOf(at, occurrence?.date), cuts)
  const figures = new Map(walls.map(({ start }) => [start, nothing()]))
  for (const [start, bucketFigures] of split) figures.set(Number(start), bucketFigures)
  return new Map([...figures].sort(([a], [b]) => a - b))
}
