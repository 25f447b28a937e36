import type { BucketInterval } from '@millwatch/domain/time'
import { HOUR_S } from '@millwatch/domain/time'
import { trendLine } from '@millwatch/domain/utilization'
import type { ChartColumn } from '../../charts/column-option.ts'
import { type ColumnScale, hourScale, percentScale } from '../../charts/column-scale.ts'
import { dayOf, minuteOfDay, shortDay, shortDayOfYear, weekdayOf } from '../../lib/dates.ts'
import { hours } from '../../lib/format.ts'
import { dayIn } from '../../lib/zoned.ts'
import type { Shown, UtilGroup } from './types.ts'

export const intervalWords: Record<BucketInterval, string> = {
  900: '15 minutes',
  3600: 'hour',
  86400: 'day',
  604800: 'week',
}

/**
 * Returns the short label of a bucket that starts at `at` (epoch ms): the time of day for buckets below a day, the weekday for a
 * day, the date for a week.
 */
export function bucketLabel(at: number, interval: BucketInterval, zone: string): string {
  if (interval < 86_400) return minuteOfDay(at, zone)
  return interval === 86_400 ? weekdayOf(at, zone) : shortDay(at, zone)
}

/**
 * Returns the longer label of a bucket and the month or year at whose change it is used: the date with `2026-11` for a day, the
 * date with year for a week. An empty object for buckets below a day.
 */
function fullLabelOf(at: number, interval: BucketInterval, zone: string) {
  if (interval < 86_400) return {}
  const [year = '', month = ''] = dayIn(at, zone).split('-')
  return interval === 86_400
    ? { fullLabel: dayOf(at, zone), turn: `${year}-${month}` }
    : { fullLabel: shortDayOfYear(at, zone), turn: year }
}

/** Time in ms by which a day can be shorter because clocks are changed. */
const TURNED_MS = 3_600_000

/**
 * Returns true for a bucket that is shorter than its interval because the period begins or ends within it. A day or week may be
 * one hour shorter by a change of clocks.
 */
export function isCutBucket({ time, ended_at }: UtilGroup, interval: BucketInterval): boolean {
  const lengthMs = Date.parse(ended_at) - Date.parse(time)
  return lengthMs < interval * 1000 - (interval < 86_400 ? 0 : TURNED_MS)
}

/**
 * Returns the time of a bucket in full. Below a day this is the date and both times. For a day it is the date, with both times if
 * it does not begin and end at the same time of day. For a week it is its first and last day.
 */
export function bucketWords({ time, ended_at }: UtilGroup, interval: BucketInterval, zone: string): string {
  const [from, to] = [Date.parse(time), Date.parse(ended_at)]
  if (interval < 86_400) return `${dayOf(from, zone)}, ${minuteOfDay(from, zone)} to ${minuteOfDay(to, zone)}`
  const [start, end] = [minuteOfDay(from, zone), minuteOfDay(to, zone)]
  if (interval === 86_400) return start === end ? dayOf(from, zone) : `${dayOf(from, zone)}, ${start} to ${end}`
  return `${dayOf(from, zone)} to ${dayOf(to - 1, zone)}`
}

export interface Drawn {
  readonly columns: ChartColumn[]
  readonly scale: ColumnScale
  readonly trend: number[] | null
}

/**
 * Returns the columns of a chart for the buckets, its scale and its trend line (null: none). Columns show percent, or run hours
 * in front of scheduled hours. A bucket with neither scheduled time nor running has no value; in percent, no bucket without
 * scheduled time has one.
 */
export function drawGroups(groups: readonly UtilGroup[], shown: Shown, interval: BucketInterval, zone: string): Drawn {
  const valueIn = (group: UtilGroup): number | null =>
    group.scheduled_secs === 0 && group.run_secs === 0
      ? null
      : shown === 'util'
        ? group.util_pct
        : group.run_secs / HOUR_S
  const columns = groups.map((group): ChartColumn => {
    const value = valueIn(group)
    const at = Date.parse(group.time)
    const isCut = isCutBucket(group, interval)
    const label = { label: bucketLabel(at, interval, zone), ...fullLabelOf(at, interval, zone) }
    const common = { value, isCut, ...label }
    const zero = value === 0 ? '0' : undefined
    if (shown === 'util') return { ...common, words: zero ?? (value === null ? '' : value.toFixed(1)) }
    return { ...common, behind: group.scheduled_secs / HOUR_S, words: zero ?? hours(group.run_secs) }
  })
  const most = Math.max(0, ...groups.map((group) => Math.max(group.run_secs, group.scheduled_secs) / HOUR_S))
  return {
    columns,
    scale: shown === 'util' ? percentScale : hourScale(most),
    trend: trendLine(columns.map(({ value }, i) => ({ at: i, value }))),
  }
}

/**
 * Returns the sums of run and scheduled time of the buckets in seconds, exact to the millisecond; they equal the figures of the
 * period.
 */
export function sumOfGroups(groups: readonly UtilGroup[]): { run_secs: number; scheduled_secs: number } {
  const ms = (secondsOf: (group: UtilGroup) => number): number =>
    groups.reduce((sum, group) => sum + Math.round(secondsOf(group) * 1000), 0) / 1000
  return { run_secs: ms((group) => group.run_secs), scheduled_secs: ms((group) => group.scheduled_secs) }
}
