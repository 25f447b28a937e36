import { utcMonthOf } from './calendar.ts'

/** Number of months before the current one that have a partition each. */
export const MONTHS_APART = 36

/**
 * Time of the events that one partition of a table contains, `[from, to)` in epoch ms; `from` null: everything before `to`.
 */
export interface PartitionRange {
  readonly from: number | null
  readonly to: number
}

/** Returns the start of the first UTC month that gets a partition of its own: 36 months before the month of `now` (epoch ms). */
export function monthlyFrom(now: number): number {
  const { year, month } = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC')
  const first = Temporal.PlainDate.from({ year, month, day: 1 }).subtract({ months: MONTHS_APART })
  return first.toZonedDateTime('UTC').epochMilliseconds
}

/** Returns true when the range of a partition contains an instant (epoch ms). */
export function holdsInstant({ from, to }: PartitionRange, at: number): boolean {
  return (from === null || at >= from) && at < to
}

/**
 * Returns the partition for an event at an instant (epoch ms): the one of `existing` that contains it, else the one to
 * create, which this function does not do. An instant of the last 36 months gets its UTC month. For an older instant the new
 * partition covers all time around it that no partition contains yet, up to the first of those months.
 */
export function partitionFor(at: number, now: number, existing: readonly PartitionRange[]): PartitionRange {
  const holder = existing.find((range) => holdsInstant(range, at))
  if (holder !== undefined) return holder
  const limit = monthlyFrom(now)
  if (at >= limit) {
    const { from, to } = utcMonthOf(at)
    return { from, to }
  }
  const before = existing.filter(({ to }) => to <= at).map(({ to }) => to)
  const after = existing.flatMap(({ from }) => (from !== null && from > at ? [from] : []))
  return { from: before.length === 0 ? null : Math.max(...before), to: Math.min(limit, ...after) }
}
