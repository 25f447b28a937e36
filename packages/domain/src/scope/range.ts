import { dateOfDay, dayOfDate, dayStartedAt, dayStartOf, type Range, wallBack, weekdayOf } from '../time/index.ts'
import { lengthOf, type RelativePeriod } from './period.ts'
import type { Period, Scope } from './scope.ts'

/** What a period is read by: now, whose calendar, and the shift that is going on. */
export interface Reading {
  /** Epoch ms. */
  readonly now: number
  /** IANA name: the scope's own zone where it has one, else that of what is on screen. */
  readonly zone: string
  /** When the shift that holds now began; without one `shift` means today. */
  readonly shiftStartedAt?: number | undefined
  /** First day of weeks: 0 Sunday, 1 Monday. */
  readonly firstWeekday?: 0 | 1 | undefined
}

const HOUR_MS = 3_600_000

/** Whose calendar a scope is read by: its own zone wins over that of what is on screen. */
export const zoneOf = (scope: Pick<Scope, 'timezone'>, zone: string): string => scope.timezone ?? zone

/** Whether a period ends now and runs on with the clock. */
export const isLive = ({ type, period }: Period): boolean => type === 'relative' && period !== 'yesterday'

/**
 * The period `[from, to)` (epoch ms) a scope stands for at an instant; never empty and never later than now. Lengths of days
 * and more are by the calendar: as many days, weeks or months ago, clocks showed the same.
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
  if (period === 'shift') return { from: reading.shiftStartedAt ?? startOf(today), to: now }
  if (period === 'yesterday') return { from: startOf(today - 1), to: startOf(today) }
  return { from: startOf(firstDayOf(period, today, reading.firstWeekday ?? 0)), to: now }
}

function firstDayOf(period: RelativePeriod, today: number, firstWeekday: 0 | 1): number {
  if (period === 'this-week') return today - ((weekdayOf(today) - firstWeekday + 7) % 7)
  const date = dateOfDay(today)
  if (period === 'this-month') return dayOfDate(date - (date % 100) + 1)
  if (period === 'this-year') return dayOfDate(Math.floor(date / 10_000) * 10_000 + 101)
  return today
}
