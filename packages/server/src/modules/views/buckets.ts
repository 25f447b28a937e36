import { type Bucket, type BucketInterval, dateOfDay, type LocalWeek } from '@millwatch/domain/time'
import { type Figures, missedRevenue, steady, utilPct } from '@millwatch/domain/utilization'
import { toIso } from '../../platform/http/instants.ts'
import type { Answer } from '../utilization/index.ts'
import { presentAverages, presentMoney, type Seen } from './figures.ts'

/** The buckets of an answer, with what was asked for. */
export interface Bucketed {
  readonly interval: BucketInterval
  readonly week: LocalWeek
  /** Days and weeks hold the shifts of their days. */
  readonly byShiftDate: boolean
  readonly buckets: readonly Bucket[]
}

export function bucketed(
  { interval, week }: { interval: BucketInterval; week: LocalWeek },
  shift: number | null,
  { buckets }: Pick<Answer, 'buckets'>,
): Bucketed {
  return { interval, week, byShiftDate: shift !== null && interval >= 86_400, buckets: buckets ?? [] }
}

/** Where a bucket begins: one that lies before the period and only bears its shifts, where it begins itself. */
const startOf = ({ from, to, whole }: Bucket): number => (from < to ? from : whole.from)
const endOf = ({ from, to, whole }: Bucket): number => (from < to ? to : whole.to)

/** Buckets side by side. */
export function presentTimes({ interval, week, byShiftDate, buckets }: Bucketed) {
  return {
    interval,
    tz: week.zone,
    time: buckets.map((bucket) => startOf(bucket) / 1000),
    ended_at: buckets.map((bucket) => endOf(bucket) / 1000),
    shift_date: buckets.map(({ firstDay }) => (byShiftDate ? dateOfDay(firstDay) : null)),
  }
}

/** The figures of buckets side by side. */
export function presentColumns(figures: readonly Figures[], seen: Seen) {
  const averages = figures.map((one) => presentAverages(one, seen))
  return {
    util_pct: figures.map(utilPct),
    run_secs: figures.map((one) => one.effectiveRunMs / 1000),
    scheduled_secs: figures.map((one) => one.scheduledMs / 1000),
    running_s: figures.map((one) => one.runningMs / 1000),
    down_s: figures.map((one) => one.downMs / 1000),
    offline_s: figures.map((one) => one.offlineMs / 1000),
    powered_off_s: figures.map((one) => one.poweredOffMs / 1000),
    cycles: figures.map((one) => one.cycles),
    cycle_time_avg: averages.map((one) => one.cycle_time_avg),
    temp_avg: averages.map((one) => one.temp_avg),
    analog_avg: averages.map((one) => one.analog_avg),
    ...presentMoneyColumns(figures, seen.seesMoney),
  }
}

function presentMoneyColumns(figures: readonly Figures[], seesMoney: boolean) {
  if (!seesMoney) return {}
  return {
    revenue: figures.map((one) => steady(one.actualRevenue)),
    potential_revenue: figures.map((one) => steady(one.potentialRevenue)),
    missed_revenue: figures.map((one) => steady(missedRevenue(one))),
    parts: figures.map((one) => steady(one.parts)),
    potential_parts: figures.map((one) => steady(one.potentialParts)),
    missed_parts: figures.map((one) => steady(Math.max(0, one.potentialParts - one.parts))),
  }
}

/** The same as a page lists it: bucket by bucket. */
export function presentGroups(
  { buckets, byShiftDate }: Bucketed,
  figures: readonly Figures[],
  { seesMoney }: Pick<Seen, 'seesMoney'>,
) {
  return figures.map((one, i) => {
    const bucket = buckets[i] as Bucket
    return {
      time: toIso(startOf(bucket)),
      ended_at: toIso(endOf(bucket)),
      shift_date: byShiftDate ? dateOfDay(bucket.firstDay) : null,
      util_pct: utilPct(one),
      run_secs: one.effectiveRunMs / 1000,
      scheduled_secs: one.scheduledMs / 1000,
      ...presentMoney(one, seesMoney),
    }
  })
}

/** Cycles by bucket; parts for those who may see them. */
export function presentCycleGroups({ buckets }: Bucketed, figures: readonly Figures[], seesMoney: boolean) {
  return figures.map((one, i) => ({
    time: toIso(startOf(buckets[i] as Bucket)),
    count: one.cycles,
    ...(seesMoney ? { parts: steady(one.parts) } : {}),
  }))
}
