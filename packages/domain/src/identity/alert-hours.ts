import { dayAt, instantOfWall } from '../time/index.ts'

/**
 * Hours of the day in which a person may be alerted: from `enabledMin` to `disabledMin`, minutes after midnight (0 to
 * 1,435) in steps of five. They may span midnight; equal ends mean the whole day. Both null: at all hours.
 */
export interface AlertHours {
  readonly enabledMin: number | null
  readonly disabledMin: number | null
}

/** Default start of the hours: 8:00 am. The default end is 5:00 pm. */
const DEFAULT_ENABLED_MIN = 8 * 60
const DEFAULT_DISABLED_MIN = 17 * 60

/**
 * Returns the alert hours after a change of one end or both; an absent end stays. Setting one end while the other is null
 * sets the other too: 8:00 am as the start, 5:00 pm as the end. Setting one end to null clears both (specification 2, section
 * 5). Hours may span midnight; equal ends mean the whole day.
 */
export function changedAlertHours(hours: AlertHours, { enabledMin, disabledMin }: Partial<AlertHours>): AlertHours {
  if (enabledMin === null || disabledMin === null) return { enabledMin: null, disabledMin: null }
  if (enabledMin === undefined && disabledMin === undefined) return hours
  return {
    enabledMin: enabledMin ?? hours.enabledMin ?? DEFAULT_ENABLED_MIN,
    disabledMin: disabledMin ?? hours.disabledMin ?? DEFAULT_DISABLED_MIN,
  }
}

/** Returns the minutes after midnight of a time `HH:mm`, or null when the text is not a time of day in steps of five minutes. */
export function minutesOf(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5][05])$/.exec(text) ?? []
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes)
}

/** Returns minutes after midnight (0 to 1,439) as `HH:mm` with 24 hours. */
export function timeOfDay(minutes: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/**
 * Returns the first instant (epoch ms) at or after `at` at which a person may be alerted, by the wall clock of `zone`: `at`
 * itself inside the alert hours, else their next start (ruling R20). The end of the hours is outside them. A time that clocks
 * skip is the instant of the change, one that occurs twice is the first; hours that are skipped whole do not count that day.
 */
export function alertOpening({ enabledMin, disabledMin }: AlertHours, at: number, zone: string): number {
  if (enabledMin === null || disabledMin === null || enabledMin === disabledMin) return at
  const endsNextDay = disabledMin < enabledMin ? 1 : 0
  for (let day = dayAt(at, zone) - 1; ; day++) {
    const from = instantOfWall(day, enabledMin * 60, zone)
    const to = instantOfWall(day + endsNextDay, disabledMin * 60, zone)
    if (from < to && at < to) return Math.max(at, from)
  }
}
