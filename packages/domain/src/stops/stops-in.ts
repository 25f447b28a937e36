import { DOWN } from '../status/index.ts'
import { msWithin, type Range } from '../time/index.ts'

/** Interval of status in a timeline; `to` is null while it is open. Instants are epoch ms. */
interface DrawnInterval {
  readonly status: number
  readonly from: number
  readonly to: number | null
}

/** Part of a stop inside a period; durations in ms. */
export interface StopIn<Interval> {
  readonly interval: Interval
  /** Scheduled time of the stop inside the period. */
  readonly scheduledMs: number
  /** Length of the stop inside the period. */
  readonly lengthMs: number
}

/**
 * Returns the stops that touch a period (epoch ms), the longest scheduled part first; of equal ones the longer, then the later.
 * `scheduled` are ranges of shift history, which ascend and do not overlap. An open stop lasts until the end of the period.
 */
export function stopsIn<Interval extends DrawnInterval>(
  intervals: readonly Interval[],
  scheduled: readonly Range[],
  period: Range,
): StopIn<Interval>[] {
  const stops = intervals.flatMap((interval): StopIn<Interval>[] => {
    const from = Math.max(interval.from, period.from)
    const to = Math.min(interval.to ?? period.to, period.to)
    if (interval.status !== DOWN || to <= from) return []
    return [{ interval, scheduledMs: msWithin({ from, to }, scheduled), lengthMs: to - from }]
  })
  return stops.sort(
    (a, b) => b.scheduledMs - a.scheduledMs || b.lengthMs - a.lengthMs || b.interval.from - a.interval.from,
  )
}
