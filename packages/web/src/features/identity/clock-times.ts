import { timeOfDay } from '@millwatch/domain/identity'

/** `8:05 am` of minutes after midnight. */
function clockWords(minutes: number): string {
  const hour = Math.floor(minutes / 60)
  const minute = String(minutes % 60).padStart(2, '0')
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? 'am' : 'pm'}`
}

const STEP_MIN = 5

/** All times of a day in steps of five minutes, as a 12-hour clock says them; the first means none. */
export const clockTimes: readonly { readonly value: string; readonly text: string }[] = [
  { value: '', text: 'All hours' },
  ...Array.from({ length: (24 * 60) / STEP_MIN }, (_, index) => index * STEP_MIN).map((minutes) => ({
    value: timeOfDay(minutes),
    text: clockWords(minutes),
  })),
]
