import { DAY_MS } from './units.ts'

/**
 * Dates of one year. In this file a day is a number of days since 1970-01-01 (day 0), without time zone; a date is a
 * number that reads like the date, 20260308.
 */
interface Year {
  readonly firstDay: number
  /** Dates of the days of the year, as 20260308, ascending. */
  readonly dates: Int32Array
}

const years = new Map<number, Year>()
const MOST_YEARS = 2000

/**
 * Returns the day (days since 1970-01-01) of a date given as 20260308. For a date that does not exist (20260230) the result
 * is the day before its year, without an error.
 */
export function dayOfDate(date: number): number {
  const { firstDay, dates } = yearTable(Math.floor(date / 10_000))
  return firstDay + dates.indexOf(date)
}

/** Returns the date, as 20260308, of a day (days since 1970-01-01). */
export function dateOfDay(day: number): number {
  const { firstDay, dates } = yearTable(yearOfDay(day))
  return dates[day - firstDay] as number
}

/** Returns the weekday, 0 Sunday to 6 Saturday, of a day (days since 1970-01-01, also below 0). */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

/** Returns the first day of a year, in days since 1970-01-01. */
export function firstDayOfYear(year: number): number {
  return Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime('UTC').epochMilliseconds / DAY_MS
}

/** Returns the dates of a year, as 20260308, ascending. All callers share the returned array, so it must not be changed. */
export function datesOfYear(year: number): Int32Array {
  return yearTable(year).dates
}

/** Returns the year (Gregorian) of a day, which is given in days since 1970-01-01. */
export function yearOfDay(day: number): number {
  const near = 1970 + Math.floor(day / 365.2425)
  for (const year of [near - 1, near]) {
    const { firstDay, dates } = yearTable(year)
    if (day < firstDay + dates.length) return year
  }
  return near + 1
}

function yearTable(year: number): Year {
  const cached = years.get(year)
  if (cached !== undefined) return cached
  const dates: number[] = []
  for (let month = 1; month <= 12; month++) {
    const { daysInMonth } = Temporal.PlainYearMonth.from({ year, month })
    for (let day = 1; day <= daysInMonth; day++) dates.push(year * 10_000 + month * 100 + day)
  }
  const made = { firstDay: firstDayOfYear(year), dates: Int32Array.from(dates) }
  if (years.size >= MOST_YEARS) years.clear()
  years.set(year, made)
  return made
}
