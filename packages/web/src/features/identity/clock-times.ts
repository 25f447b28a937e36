import { timeOfDay } from '@millwatch/domain/identity'

/** Returns minutes after midnight as a time on a 12-hour clock: `8:05 am`; 0 is `12:00 am`. */
function clockWords(minutes: number): string {
  const hour = Math.floor(minutes / 60)
  const minute = String(minutes % 60).padStart(2, '0')
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? 'am' : 'pm'}`
}

const STEP_MIN = 5

/**
 * Options for a time of day in steps of five minutes, ascending. The value is `HH:mm`, the text has a 12-hour clock. The first
 * option is blank and means all hours.
 */
export const clockTimes: readonly { readonly value: string; readonly text: string }[] = [
  { value: '', text: 'All hours' },
  ...Array.from({ length: (24 * 60) / STEP_MIN }, (_, index) => index * STEP_MIN).map((minutes) => ({
    value: timeOfDay(minutes),
    text: clockWords(minutes),
  })),
]
