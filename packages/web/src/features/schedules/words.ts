import type { RangeFault } from '@millwatch/domain/schedules'

/** English names of the weekdays; index 0 is Sunday. */
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

export const WORKDAYS: readonly number[] = [1, 2, 3, 4, 5]
export const ALL_DAYS: readonly number[] = WEEKDAYS.map((_, weekday) => weekday)

export const dayName = (weekday: number): string => WEEKDAYS[weekday % 7] ?? ''
export const shortDay = (weekday: number): string => dayName(weekday).slice(0, 3)

/** Names of the shifts by their number 0 to 3; 0 is scheduled time without a shift. */
export const SHIFTS = ['None', 'First', 'Second', 'Third'] as const

const faults: Readonly<Record<RangeFault, string>> = {
  'not-whole': 'is not a time',
  'outside-the-day': 'does not lie within the day',
  'ends-too-early': 'ends before it starts',
  'no-shift': 'has no shift',
  overlaps: 'begins before the one before it ends',
}

/** Returns the fault of a range as the end of a sentence about it: `ends before it starts`. */
export const faultWords = (fault: RangeFault): string => faults[fault]
