import {
  dateOfDay,
  dayOfDate,
  dayStartedAt,
  dayStartOf,
  HOUR_MS,
  type Range,
  wallBack,
  weekdayOf,
} from '../time/index.ts'
import type { NamedShift } from './named-shift.ts'
import { isOver, lengthOf, type RelativePeriod } from './period.ts'
import type { Period, Scope } from './scope.ts'

/** Context in which a scope is converted into a period: the current time, the calendar, and the shift in progress. */
export interface Reading {
  /** Current time, epoch ms. */
  readonly now: number
  /** IANA name of the zone of the unit or machine on screen; the scope's own zone, where set, takes precedence. */
  readonly zone: string
  /** Shift in progress, else the last one; when it is absent, the period `shift` means today. */
  readonly shift?: NamedShift | undefined
  /** Last shift that is over; when it is absent, the period `last-shift` means yesterday. */
  readonly lastShift?: NamedShift | undefined
  /** First day of weeks: 0 Sunday, 1 Monday. */
  readonly firstWeekday?: 0 | 1 | undefined
}

/** Returns the IANA zone of a scope: its own, else `zone`, that of the unit or machine on screen. */
export const zoneOf = (scope: Pick<Scope, 'timezone'>, zone: string): string => scope.timezone ?? zone

/**
 * Returns true for a period that ends now and moves on with the clock: a relative one, except those that are over (`yesterday`,
 * `last-week`) and a `shift` that is over.
 */
export const isLive = ({ type, period }: Period, { now, shift }: Pick<Reading, 'now' | 'shift'>): boolean =>
  type === 'relative' && !isOver(period) && (period !== 'shift' || shift === undefined || now < shift.to)

/**
 * Returns the period `[from, to)` (epoch ms) that a scope means at `reading.now`. It ends now at the latest and lasts 1 ms at
 * least. Lengths of days and more follow the calendar: the start has the same wall-clock time, that many days, weeks or
 * months ago.
 */
export function periodOf(scope: Period & Pick<Scope, 'timezone' | 'dayStartMin'>, reading: Reading): Range {
  const { now } = reading
  const zone = zoneOf(scope, reading.zone)
  const { from, to } =
    scope.type === 'absolute' && scope.absStartDate !== null && scope.absEndDate !== null
      ? { from: scope.absStartDate, to: scope.absEndDate }
      : relativeRange(scope.period, { ...reading, zone }, scope.dayStartMin)
  const end = Math.min(to, now)
  return { from: Math.min(from, end - 1), to: end }
}

function relativeRange(period: RelativePeriod, reading: Reading, dayStartMin: number): Range {
  const { now, zone } = reading
  const length = lengthOf(period)
  if (length !== undefined) {
    const { amount, unit } = length
    if (unit === 'h') return { from: now - amount * HOUR_MS, to: now }
    if (unit === 'm') return { from: wallBack(now, { months: amount }, zone), to: now }
    return { from: wallBack(now, { days: unit === 'w' ? 7 * amount : amount }, zone), to: now }
  }
  const today = dayStartedAt(now, zone, dayStartMin)
  const startOf = (day: number): number => dayStartOf(day, zone, dayStartMin)
  const daysFrom = (first: number, after: number): Range => ({ from: startOf(first), to: startOf(after) })
  const firstWeekday = reading.firstWeekday ?? 0
  if (period === 'shift') return reading.shift ?? { from: startOf(today), to: now }
  if (period === 'last-shift') return reading.lastShift ?? daysFrom(today - 1, today)
  if (period === 'yesterday') return daysFrom(today - 1, today)
  const name = CALENDAR_OF_LAST[period]
  if (name === undefined) return { from: startOf(firstDayOf(period, today, firstWeekday)), to: now }
  const after = firstDayOf(name, today, firstWeekday)
  return daysFrom(firstDayOf(name, after - 1, firstWeekday), after)
}

/**
 * Period of the present week or month for each period of a whole week or month before it, which ends at the start of the present
 * one.
 */
const CALENDAR_OF_LAST: Readonly<Record<string, RelativePeriod>> = {
  'last-week': 'this-week',
  'last-month': 'this-month',
}

function firstDayOf(period: RelativePeriod, today: number, firstWeekday: 0 | 1): number {
  if (period === 'this-week') return today - ((weekdayOf(today) - firstWeekday + 7) % 7)
  const date = dateOfDay(today)
  if (period === 'this-month') return dayOfDate(date - (date % 100) + 1)
  if (period === 'this-year') return dayOfDate(Math.floor(date / 10_000) * 10_000 + 101)
  return today
}
