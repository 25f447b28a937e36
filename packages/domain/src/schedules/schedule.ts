import type { Shift } from '../shifts/types.ts'
import { DAY_S } from '../time/index.ts'

/**
 * Seconds of wall-clock time `[start, end)` after midnight, 0 to 86,400, and the shift scheduled in them, 0 without a shift.
 */
export type ScheduleRange = readonly [startSecond: number, endSecond: number, shift: Shift]

/** Ranges of each weekday, from index 0 Sunday to 6 Saturday; those of a day ascend and do not overlap. */
export type Schedule = readonly [Day, Day, Day, Day, Day, Day, Day]
type Day = readonly ScheduleRange[]

/**
 * Schedule as the API has it: ranges by weekday, `0` Sunday to `6` Saturday; a missing weekday has none. `faultOfWeek` requires
 * the ranges of each day to ascend.
 */
export type WeekOfRanges = { readonly [weekday: string]: Day | undefined }

/** Schedule of the root unit until a person sets another: all day, every day, without a shift (domain, section 4). */
export const defaultSchedule: Schedule = daily([[0, DAY_S, 0]])

/** Returns a schedule with the same ranges on every day. */
export function daily(ranges: Day): Schedule {
  return [ranges, ranges, ranges, ranges, ranges, ranges, ranges]
}

/**
 * Returns a schedule with seven weekdays, the ranges of each sorted by start; a missing weekday has none. Faults are not
 * checked, and a `Schedule` comes back with equal content.
 */
export function normaliseSchedule(week: WeekOfRanges | Schedule): Schedule {
  const days: WeekOfRanges = Object.fromEntries(Object.entries(week))
  const dayOf = (weekday: number): Day => [...(days[weekday] ?? [])].sort(byStart)
  return [dayOf(0), dayOf(1), dayOf(2), dayOf(3), dayOf(4), dayOf(5), dayOf(6)]
}

/** Reason why a range of a schedule is not valid. */
export type RangeFault = 'not-whole' | 'outside-the-day' | 'ends-too-early' | 'no-shift' | 'overlaps'

export interface DayFault {
  readonly index: number
  readonly what: RangeFault
}

const faultWords: Readonly<Record<RangeFault, string>> = {
  'not-whole': 'is not three whole numbers',
  'outside-the-day': `does not lie between 0 and ${DAY_S}`,
  'ends-too-early': 'does not end after it starts',
  'no-shift': 'has no shift of 0 to 3',
  overlaps: 'starts before the one before it ends',
}

/**
 * Returns the first range, in the given order, that has a fault, with its index and the fault; null: none. Ranges must ascend
 * without overlap.
 */
export function faultInDay(ranges: Day): DayFault | null {
  let freeFrom = 0
  for (const [index, range] of ranges.entries()) {
    const fault = faultOfRange(range, freeFrom)
    if (fault !== null) return { index, what: fault }
    freeFrom = range[1]
  }
  return null
}

function faultOfRange([start, end, shift]: ScheduleRange, freeFrom: number): RangeFault | null {
  if (![start, end, shift].every(Number.isInteger)) return 'not-whole'
  if (start < 0 || end > DAY_S) return 'outside-the-day'
  if (end <= start) return 'ends-too-early'
  if (shift < 0 || shift > 3) return 'no-shift'
  return start < freeFrom ? 'overlaps' : null
}

/**
 * Returns the first fault of a day as English text after the index of the range (`0 does not end after it starts`); null:
 * none.
 */
export function faultOfDay(ranges: Day): string | null {
  const fault = faultInDay(ranges)
  return fault === null ? null : `${fault.index} ${faultWords[fault.what]}`
}

/**
 * Returns the first fault of a week as English text that begins with the weekday (`1/0 does not end after it starts`); null:
 * none.
 */
export function faultOfWeek(week: WeekOfRanges): string | null {
  for (const [weekday, ranges] of Object.entries(week)) {
    if (!/^[0-6]$/.test(weekday)) return `${weekday} is no weekday from 0 to 6`
    const fault = faultOfDay(ranges ?? [])
    if (fault !== null) return `${weekday}/${fault}`
  }
  return null
}

/** Returns true when any range of a schedule has a shift 1 to 3. */
export function hasShifts(schedule: Schedule): boolean {
  return schedule.some((ranges) => ranges.some(([, , shift]) => shift > 0))
}

function byStart(a: ScheduleRange, b: ScheduleRange): number {
  return a[0] - b[0]
}
