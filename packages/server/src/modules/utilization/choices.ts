import {
  type BucketInterval,
  bucketsOf,
  DAY_MS,
  intervalFor,
  isTimeZone,
  type LocalWeek,
  type Range,
} from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { Invalid } from '../../platform/errors.ts'
import { askedPeriod } from '../../platform/http/period.ts'
import { firstWeekdayOf } from '../identity/index.ts'

interface Chosen {
  readonly shift?: number | undefined
  readonly tz?: string | undefined
  readonly dayStartMin?: number | undefined
}

/** Choices by which a period is evaluated: the shift (null: all time), and the calendar that defines its days and weeks. */
export interface Choices {
  readonly shift: 1 | 2 | 3 | null
  readonly week: LocalWeek
}

/**
 * Returns shift and calendar of a query. The time zone is `zone` unless the query contains one; days begin at midnight unless the
 * query sets their start; weeks begin on `firstWeekday`. Without a shift 1 to 3 in the query, the shift is null. 400 for an
 * unknown time zone.
 */
export function choicesOf({ shift, tz, dayStartMin }: Chosen, zone: string, firstWeekday: 0 | 1 = 0): Choices {
  if (tz !== undefined && !isTimeZone(tz)) throw new Invalid('querystring/tz is not a time zone')
  return {
    shift: shift === 1 || shift === 2 || shift === 3 ? shift : null,
    week: { zone: tz ?? zone, dayStartMin: dayStartMin ?? 0, firstWeekday },
  }
}

/** Returns shift and calendar of a query by `choicesOf`, with the first weekday that the company has set. */
export const choicesInCompany = async (ctx: Ctx, chosen: Chosen, zone: string): Promise<Choices> =>
  choicesOf(chosen, zone, await firstWeekdayOf(ctx))

/**
 * Returns the period of a page (epoch ms): the requested one, cut at `now`, or without one the local day that contains `now`, up
 * to `now`. 400 when only one of its ends is given.
 */
export function pagePeriod(
  { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
  week: LocalWeek,
  now: number,
): Range {
  if (startDate !== undefined && endDate !== undefined) return askedPeriod({ startDate, endDate }, now)
  if (startDate !== endDate) throw new Invalid('querystring/endDate and startDate go together')
  return { from: todayFrom(week, now), to: now }
}

/** Returns the start (epoch ms) of the local day that contains `now`, by the day start of the calendar. */
export function todayFrom(week: LocalWeek, now: number): number {
  const [day] = bucketsOf({ from: now, to: now + 1 }, 86_400, week)
  return day?.whole.from ?? now - DAY_MS
}

const MOST_BUCKETS = 5_000

/**
 * Returns the requested bucket length (s), or the usual one for a period of that length, with the calendar. 400 when the period
 * would have more than 5,000 buckets.
 */
export function bucketsFor(
  requested: BucketInterval | undefined,
  period: Range,
  week: LocalWeek,
): { interval: BucketInterval; week: LocalWeek } {
  const interval = requested ?? intervalFor(period, week)
  if ((period.to - period.from) / 1000 / interval > MOST_BUCKETS)
    throw new Invalid(`querystring/interval of ${interval} s cuts the period into more than 5,000 pieces`)
  return { interval, week }
}

/** Returns the choice of the cycles that averages and charts leave out: startup cycles, outliers, both or none. */
export const chosenBy = (query: {
  readonly ignoreStartupCycles?: boolean | undefined
  readonly ignoreOutlierCycles?: boolean | undefined
}) => ({ ignoreStartup: query.ignoreStartupCycles ?? false, ignoreOutlier: query.ignoreOutlierCycles ?? false })
