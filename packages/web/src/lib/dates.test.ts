import { afterEach, describe, expect, it, test } from 'vitest'
import {
  chooseDates,
  dateAndMinute,
  dateAndTime,
  dateOf,
  dayOf,
  exactTime,
  minuteNear,
  minuteOfDay,
  monthOfYear,
  shortDay,
  timeNear,
  timeOfDay,
} from './dates.ts'

const ZONE = 'America/Chicago'
const at = (iso: string) => Date.parse(iso)
const morning = at('2026-11-21T16:42:17Z')
const write = (locale: string, clockHours: 12 | 24 | null = null) => {
  chooseDates({ locale, clockHours })
  return [
    dateAndMinute(morning, ZONE, morning),
    dateAndTime(morning, ZONE, morning),
    dateOf(morning, ZONE),
    dayOf(morning, ZONE, morning),
    shortDay(morning, ZONE),
    timeOfDay(morning, ZONE),
  ]
}

afterEach(() => chooseDates({ locale: null, clockHours: null }))

test.each([
  ['en-US', ['11/21 10:42 AM', '11/21 10:42:17 AM', '11/21/2026', 'Sat, Nov 21', 'Nov 21', '10:42:17 AM']],
  ['en-GB', ['21/11 10:42', '21/11 10:42:17', '21/11/2026', 'Sat 21 Nov', '21 Nov', '10:42:17']],
  ['de-DE', ['21.11. 10:42', '21.11. 10:42:17', '21.11.2026', 'Sa., 21. Nov.', '21. Nov.', '10:42:17']],
  ['ja-JP', ['11/21 10:42', '11/21 10:42:17', '2026/11/21', '11月21日(土)', '11月21日', '10:42:17']],
])('%s writes every date and time as its readers know it', (locale, expected) => {
  expect(write(locale)).toEqual(expected)
})

test('a month and its year are those of the zone, also in the first hours of a year elsewhere', () => {
  chooseDates({ locale: 'en-US', clockHours: null })
  expect(monthOfYear(at('2027-01-01T03:00:00Z'), ZONE)).toBe('Dec 2026')
  expect(monthOfYear(at('2027-01-01T06:00:00Z'), ZONE)).toBe('Jan 2027')
})

describe('the hours of the clock', () => {
  it('are a choice apart from the locale', () => {
    expect(write('en-US', 24)[0]).toBe('11/21 10:42')
    expect(write('de-DE', 12)[0]).toBe('21.11. 10:42 AM')
  })

  it('have two digits on a clock of 24 hours, and begin the day with zero', () => {
    const early = at('2026-11-21T06:05:00Z')
    for (const [locale, hours, expected] of [
      ['en-US', null, '12:05 AM'],
      ['en-US', 24, '00:05'],
      ['en-GB', null, '00:05'],
      ['de-DE', null, '00:05'],
      ['ja-JP', null, '00:05'],
    ] as const) {
      chooseDates({ locale, clockHours: hours })
      expect(minuteOfDay(early, ZONE)).toBe(expected)
    }
  })

  it('change what was written before the choice, too', () => {
    chooseDates({ locale: 'en-US', clockHours: 24 })
    expect(minuteOfDay(morning, ZONE)).toBe('10:42')
    chooseDates({ locale: 'en-US', clockHours: 12 })
    expect(minuteOfDay(morning, ZONE)).toBe('10:42 AM')
  })
})

describe('a date', () => {
  it('has its year when it is another one', () => {
    chooseDates({ locale: 'en-US', clockHours: null })
    const lastYear = at('2025-11-21T16:42:17Z')
    expect(dateAndMinute(lastYear, ZONE, morning)).toBe('11/21/2025 10:42 AM')
    expect(dayOf(lastYear, ZONE, morning)).toBe('Fri, Nov 21, 2025')
    chooseDates({ locale: 'de-DE', clockHours: null })
    expect(dateAndMinute(lastYear, ZONE, morning)).toBe('21.11.2025 10:42')
  })

  it('is left out on the same local day', () => {
    chooseDates({ locale: 'en-US', clockHours: null })
    const night = at('2026-11-21T05:59:59Z')
    expect(timeNear(morning, morning + 3_600_000, ZONE)).toBe('10:42:17 AM')
    expect(timeNear(night, morning, ZONE)).toBe('11/20 11:59:59 PM')
    expect(minuteNear(night, morning, ZONE)).toBe('11/20 11:59 PM')
    expect(minuteNear(morning, morning, ZONE)).toBe('10:42 AM')
  })

  it('is that of the zone of the machine, in every browser', () => {
    chooseDates({ locale: 'en-GB', clockHours: null })
    expect(dateAndMinute(morning, 'Asia/Kathmandu', morning)).toBe('21/11 22:27')
    expect(dateAndMinute(morning, 'Moon/Tranquility', morning)).toBe('21/11 16:42')
  })
})

test.each(['en-US', 'de-DE', 'en-GB', 'ja-JP'])('%s repeats the hour when the clocks go back', (locale) => {
  chooseDates({ locale, clockHours: null })
  const change = at('2026-11-01T07:00:00Z')
  expect(minuteOfDay(change - 1_800_000, ZONE)).toBe(minuteOfDay(change + 1_800_000, ZONE))
  expect(minuteOfDay(change - 1_800_000, ZONE)).toBe(locale === 'en-US' ? '1:30 AM' : '01:30')
  // In March the hour from 2 to 3 is left out.
  const spring = at('2026-03-08T08:00:00Z')
  expect(minuteOfDay(spring - 1, ZONE)).toBe(locale === 'en-US' ? '1:59 AM' : '01:59')
  expect(minuteOfDay(spring, ZONE)).toBe(locale === 'en-US' ? '3:00 AM' : '03:00')
})

it('a time is exact to the millisecond where that matters', () => {
  chooseDates({ locale: 'en-US', clockHours: null })
  expect(exactTime(morning, ZONE)).toBe('10:42:17 AM')
  expect(exactTime(morning + 250, ZONE)).toBe('10:42:17.250 AM')
})
