import { type Bucket, type BucketInterval, dateOfDay, type LocalWeek } from '@millwatch/domain/time'
import { type Figures, missedRevenue, steady, utilPct } from '@millwatch/domain/utilization'
import { toIso } from '../../platform/http/instants.ts'
import type { Answer } from '../utilization/index.ts'
import { presentAverages, presentMoney, type Seen } from './figures.ts'

/** Buckets of an answer in order, with their length (s) and calendar. */
export interface Bucketed {
  readonly interval: BucketInterval
  readonly week: LocalWeek
  /** True when a shift is chosen and buckets are days or weeks: each then contains the shifts that began on its days. */
  readonly byShiftDate: boolean
  readonly buckets: readonly Bucket[]
}

/**
 * Returns the buckets of an answer with their length (s) and calendar, and true in `byShiftDate` if they contain the shifts of
 * their days (`shift` null: no shift is chosen). An answer without buckets gives an empty list.
 */
export function bucketed(
  { interval, week }: { interval: BucketInterval; week: LocalWeek },
  shift: number | null,
  { buckets }: { readonly buckets: readonly Bucket[] | null },
): Bucketed {
  return { interval, week, byShiftDate: shift !== null && interval >= 86_400, buckets: buckets ?? [] }
}

/**
 * Returns the buckets of one group of an answer with the figures of each. A day or week outside the period, which is contained
 * for its shifts only, is left out when this group has no time in it. Both lists are empty for an unknown key.
 */
export function bucketsOfGroup(answer: Answer, key: string): { buckets: Bucket[]; figures: Figures[] } {
  const figures = answer.groups.get(key)?.buckets ?? []
  const kept = (answer.buckets ?? []).flatMap((bucket, i) => {
    const ofBucket = figures[i]
    return ofBucket !== undefined && (bucket.from < bucket.to || hasTime(ofBucket)) ? [{ bucket, ofBucket }] : []
  })
  return { buckets: kept.map(({ bucket }) => bucket), figures: kept.map(({ ofBucket }) => ofBucket) }
}

const hasTime = ({ runningMs, downMs, offlineMs, poweredOffMs, scheduledMs, cycles }: Figures): boolean =>
  runningMs + downMs + offlineMs + poweredOffMs + scheduledMs + cycles > 0

/**
 * Returns the start of a bucket (epoch ms), clipped to the period. For a bucket wholly outside the period, which is contained for
 * its shifts only, it is the bucket's own start.
 */
const startOf = ({ from, to, whole }: Bucket): number => (from < to ? from : whole.from)
const endOf = ({ from, to, whole }: Bucket): number => (from < to ? to : whole.to)

/**
 * Returns buckets as columns: starts and ends in epoch seconds, clipped to the period unless the bucket is wholly outside it, and
 * `shift_date` (20260308), which is null unless buckets contain the shifts of their days.
 */
export function presentTimes({ interval, week, byShiftDate, buckets }: Bucketed) {
  return {
    interval,
    tz: week.zone,
    time: buckets.map((bucket) => startOf(bucket) / 1000),
    ended_at: buckets.map((bucket) => endOf(bucket) / 1000),
    shift_date: buckets.map(({ firstDay }) => (byShiftDate ? dateOfDay(firstDay) : null)),
  }
}

/**
 * Converts the figures of buckets into columns, one array per field; times in seconds, revenue and parts only for
 * callers who see them.
 */
export function presentColumns(figures: readonly Figures[], seen: Seen) {
  const averages = figures.map((bucket) => presentAverages(bucket, seen))
  return {
    util_pct: figures.map(utilPct),
    run_secs: figures.map((bucket) => bucket.effectiveRunMs / 1000),
    scheduled_secs: figures.map((bucket) => bucket.scheduledMs / 1000),
    running_s: figures.map((bucket) => bucket.runningMs / 1000),
    down_s: figures.map((bucket) => bucket.downMs / 1000),
    offline_s: figures.map((bucket) => bucket.offlineMs / 1000),
    powered_off_s: figures.map((bucket) => bucket.poweredOffMs / 1000),
    cycles: figures.map((bucket) => bucket.cycles),
    cycle_time_avg: averages.map((average) => average.cycle_time_avg),
    temp_avg: averages.map((average) => average.temp_avg),
    analog_avg: averages.map((average) => average.analog_avg),
    ...presentMoneyColumns(figures, seen.seesMoney),
  }
}

function presentMoneyColumns(figures: readonly Figures[], seesMoney: boolean) {
  if (!seesMoney) return {}
  return {
    revenue: figures.map((bucket) => steady(bucket.actualRevenue)),
    potential_revenue: figures.map((bucket) => steady(bucket.potentialRevenue)),
    missed_revenue: figures.map((bucket) => steady(missedRevenue(bucket))),
    parts: figures.map((bucket) => steady(bucket.parts)),
    potential_parts: figures.map((bucket) => steady(bucket.potentialParts)),
    missed_parts: figures.map((bucket) => steady(Math.max(0, bucket.potentialParts - bucket.parts))),
  }
}

/**
 * Converts buckets into a list of objects with start, end, utilization and times in seconds; revenue and parts only for
 * callers who see them.
 */
export function presentGroups(
  { buckets, byShiftDate }: Bucketed,
  figures: readonly Figures[],
  { seesMoney }: Pick<Seen, 'seesMoney'>,
) {
  return figures.map((bucketFigures, i) => {
    const bucket = buckets[i] as Bucket
    return {
      time: toIso(startOf(bucket)),
      ended_at: toIso(endOf(bucket)),
      shift_date: byShiftDate ? dateOfDay(bucket.firstDay) : null,
      util_pct: utilPct(bucketFigures),
      run_secs: bucketFigures.effectiveRunMs / 1000,
      scheduled_secs: bucketFigures.scheduledMs / 1000,
      ...presentMoney(bucketFigures, seesMoney),
    }
  })
}

/** Returns start (ISO 8601) and number of cycles of each bucket, with parts for callers who may see them. */
export function presentCycleGroups({ buckets }: Bucketed, figures: readonly Figures[], seesMoney: boolean) {
  return figures.map((bucketFigures, i) => ({
    time: toIso(startOf(buckets[i] as Bucket)),
    count: bucketFigures.cycles,
    ...(seesMoney ? { parts: steady(bucketFigures.parts) } : {}),
  }))
}
