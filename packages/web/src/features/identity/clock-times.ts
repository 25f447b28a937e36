import { timeOfDay } from '@millwatch/domain/identity'

/** Formats minutes after midnight on a 12-hour clock: `8:05 am`. */
function clockWords(minutes: number): string {
  const hour = Math.floor(minutes / 60)
  const minute = String(minutes % 60).padStart(2, '0')
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? 'am' : 'pm'}`
}

const STEP_MIN = 5

/**
 * Options for a time of day in steps of five minutes: the value is `HH:mm`, the text has 12 hours. The first option, blank,
 * means all hours.
 */
export const clockTimes: readonly { readonly value: string; readonly text: string }[] = [
  { value: '', text: 'All hours' },
  ...Array.from({ length: (24 * 60) / STEP_MIN }, (_, index) => index * STEP_MIN).map((minutes) => ({
    value: timeOfDay(minutes),
    text: clockWords(minutes),
  })),
]
