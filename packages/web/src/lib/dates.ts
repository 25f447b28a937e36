import { clockOptions, type DateStyle } from '@millwatch/domain/time'
import { now } from './clock.ts'
import { clockIn, dayIn, formatterIn } from './zoned.ts'

/** Locale and clock in which this window writes dates and times; null for those of the browser. */
let choice: DateStyle = { locale: null, clockHours: null }
const cache = new Map<string, Intl.DateTimeFormat>()

/**
 * Sets the locale and clock in which all dates and times are written from now on. Text that is on the page already stays as it
 * is.
 */
export function chooseDates(chosen: DateStyle): void {
  choice = chosen
}

const MINUTE = { hour: 'numeric', minute: '2-digit' } as const
const DATE = { month: 'numeric', day: 'numeric' } as const
const DAY = { weekday: 'short', month: 'short', day: 'numeric' } as const

/** Forms of a date or a time. The order, separators and names in them come from the locale. */
const FORMS = {
  minute: MINUTE,
  second: { ...MINUTE, second: '2-digit' },
  millisecond: { ...MINUTE, second: '2-digit', fractionalSecondDigits: 3 },
  date: DATE,
  dateOfYear: { ...DATE, year: 'numeric' },
  fullDate: { year: 'numeric', month: '2-digit', day: '2-digit' },
  day: DAY,
  dayOfYear: { ...DAY, year: 'numeric' },
  shortDay: { month: 'short', day: 'numeric' },
  shortDayOfYear: { month: 'short', day: 'numeric', year: 'numeric' },
  weekday: { weekday: 'short' },
  dayOfMonth: { day: 'numeric' },
  month: { month: 'short' },
  monthOfYear: { month: 'short', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

function formatter(form: keyof typeof FORMS, zone: string, by: DateStyle): Intl.DateTimeFormat {
  const key = `${by.locale} ${by.clockHours} ${form} ${zone}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const options: Intl.DateTimeFormatOptions = FORMS[form]
  const made = formatterIn(zone, by.locale ?? undefined, {
    ...options,
    ...(options.hour !== undefined && clockOptions(by)),
  })
  cache.set(key, made)
  return made
}

/**
 * Returns an instant (epoch ms) as text in a form, a zone, and the locale and clock of a reader. All functions that write dates
 * and times use it.
 */
function write(at: number, zone: string, form: keyof typeof FORMS, by = choice): string {
  // Some browsers put a narrow space before AM, which searches and copies do not find.
  return formatter(form, zone, by).format(at).replaceAll('\u202f', ' ')
}

/** Returns the locale in which dates are written, as a BCP 47 tag. */
export const localeOfDates = (): string => formatter('date', 'UTC', choice).resolvedOptions().locale

/** Returns true when the chosen way of writing times has a clock of 12 hours. */
export const hasTwelveHours = (): boolean => formatter('minute', 'UTC', choice).resolvedOptions().hour12 === true

/** Returns the time of an instant (epoch ms) in `zone`, as `10:42:17 AM` (en-US). */
export const timeOfDay = (at: number, zone: string): string => write(at, zone, 'second')
/**
 * Returns the time of an instant (epoch ms) in `zone`, as `10:42:17.123 AM` (en-US); a whole second is written without its
 * zeros.
 */
export const exactTime = (at: number, zone: string): string =>
  write(at, zone, at % 1000 === 0 ? 'second' : 'millisecond')
/**
 * Returns the time of an instant (epoch ms) in `zone`, as `10:42 AM` (en-US). `by` is the locale and clock of the text; absent:
 * those of the person.
 */
export const minuteOfDay = (at: number, zone: string, by = choice): string => write(at, zone, 'minute', by)
/** Returns the date of an instant (epoch ms) in `zone`, as `11/21/2026` (en-US). */
export const dateOf = (at: number, zone: string): string => write(at, zone, 'fullDate')
/** Returns the date of an instant (epoch ms) in `zone`, as `Nov 21` (en-US). */
export const shortDay = (at: number, zone: string): string => write(at, zone, 'shortDay')
/** Returns the day of an instant (epoch ms) in `zone` with its year, as `Nov 21, 2026` (en-US). */
export const shortDayOfYear = (at: number, zone: string): string => write(at, zone, 'shortDayOfYear')
/** Returns weekday and day of an instant (epoch ms) in `zone`, as `Sat 21` (en-US). */
export const weekdayOf = (at: number, zone: string): string =>
  `${write(at, zone, 'weekday')} ${write(at, zone, 'dayOfMonth')}`
/** Returns the month of an instant (epoch ms) in `zone`, as `Nov` (en-US). */
export const monthOf = (at: number, zone: string): string => write(at, zone, 'month')
/** Returns the month of an instant (epoch ms) in `zone` with its year, as `Nov 2026` (en-US). */
export const monthOfYear = (at: number, zone: string): string => write(at, zone, 'monthOfYear')

const isSameYear = (at: number, near: number, zone: string): boolean =>
  dayIn(at, zone).slice(0, 4) === dayIn(near, zone).slice(0, 4)

/**
 * Returns the day of an instant (epoch ms) in `zone`, as `Nov 21` (en-US), or as `Sat, Nov 21, 2026` if its year is not that of
 * `near`.
 */
export const shortDayNear = (at: number, zone: string, near: number): string =>
  write(at, zone, isSameYear(at, near, zone) ? 'shortDay' : 'dayOfYear')

/**
 * Returns the date of an instant (epoch ms) in `zone`, as `Sat, Nov 21` (en-US), with the year if it is not that of `near`.
 */
export const dayOf = (at: number, zone: string, near = at): string =>
  write(at, zone, isSameYear(at, near, zone) ? 'day' : 'dayOfYear')

const shortDate = (at: number, zone: string, near: number, by = choice): string =>
  write(at, zone, isSameYear(at, near, zone) ? 'date' : 'dateOfYear', by)

/**
 * Returns date and time of an instant (epoch ms) in `zone` for a list, as `11/21 10:42 AM` (en-US), with the year if it is
 * not that of `near`.
 */
export const dateAndMinute = (at: number, zone: string, near = now(), by = choice): string =>
  `${shortDate(at, zone, near, by)} ${minuteOfDay(at, zone, by)}`

/**
 * Returns date and time of an instant (epoch ms) in `zone`, as `11/21 10:42:17 AM` (en-US), with the year if it is not that
 * of `near`.
 */
export const dateAndTime = (at: number, zone: string, near = now()): string =>
  `${shortDate(at, zone, near)} ${timeOfDay(at, zone)}`

/**
 * Returns date and exact time of an instant (epoch ms) in `zone`, as `11/21 10:42:17.123 AM` (en-US), with the year if it is
 * not that of `near`.
 */
export const dateAndExactTime = (at: number, zone: string, near = now()): string =>
  `${shortDate(at, zone, near)} ${exactTime(at, zone)}`

/**
 * Returns the time with seconds of an instant (epoch ms) in `zone`, as `10:42:17 AM` (en-US), with the date before it if it is
 * not the local day of `reference`.
 */
export function timeNear(at: number, reference: number, zone: string): string {
  return dayIn(at, zone) === dayIn(reference, zone) ? timeOfDay(at, zone) : dateAndTime(at, zone, reference)
}

/**
 * Returns the time with minutes of an instant (epoch ms) in `zone`, as `10:42 AM` (en-US), with the date before it if it is not
 * the local day of `reference`.
 */
export function minuteNear(at: number, reference: number, zone: string): string {
  return dayIn(at, zone) === dayIn(reference, zone) ? minuteOfDay(at, zone) : dateAndMinute(at, zone, reference)
}

/** Returns true when the clocks of the zone show 00:00 at an instant (epoch ms), with any seconds. */
export const isMidnight = (at: number, zone: string): boolean => clockIn(at, zone) === '00:00'
