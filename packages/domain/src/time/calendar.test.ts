import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTimeZone, localDayOf, startOfLocalDay, utcMonthOf } from './index.ts'
import { HOUR_MS } from './units.ts'

const anyInstant = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2060, 0, 1) })

describe('a UTC month', () => {
  test('is named by year and month and reaches to the next', () => {
    const from = Date.UTC(2024, 11, 1)
    expect(utcMonthOf(Date.UTC(2024, 11, 31, 23, 59, 59, 999))).toEqual({
      from,
      to: Date.UTC(2025, 0, 1),
      key: '2024_12',
    })
    expect(utcMonthOf(from).from).toBe(from)
  })

  test('holds the instant it was asked for, and the next begins where it ends', () => {
    fc.assert(
      fc.property(anyInstant, (at) => {
        const month = utcMonthOf(at)
        expect(month.from <= at && at < month.to).toBe(true)
        expect(utcMonthOf(month.to).from).toBe(month.to)
      }),
    )
  })
})

describe('a local day', () => {
  test('is 24 hours long as a rule', () => {
    expect(localDayOf(Date.UTC(2026, 10, 21, 7), 'Europe/Berlin')).toEqual({
      from: Date.UTC(2026, 10, 20, 23),
      to: Date.UTC(2026, 10, 21, 23),
    })
  })

  test.each([
    ['Europe/Berlin', Date.UTC(2026, 2, 29, 12), 23],
    ['Europe/Berlin', Date.UTC(2026, 9, 25, 12), 25],
    ['Australia/Lord_Howe', Date.UTC(2026, 3, 5, 0), 24.5],
    ['Australia/Lord_Howe', Date.UTC(2026, 9, 4, 0), 23.5],
  ])('in %s is as long as its clocks make it (%i)', (zone, at, hours) => {
    const day = localDayOf(at, zone)
    expect((day.to - day.from) / HOUR_MS).toBe(hours)
  })

  test('whose midnight does not exist begins at the change', () => {
    expect(startOfLocalDay(Date.UTC(2018, 10, 4, 12), 'America/Sao_Paulo')).toBe(Date.UTC(2018, 10, 4, 3))
  })

  test('whose midnight occurs twice begins at the first', () => {
    const day = localDayOf(Date.UTC(2018, 10, 4, 18), 'America/Havana')
    expect(day.from).toBe(Date.UTC(2018, 10, 4, 4))
    expect((day.to - day.from) / HOUR_MS).toBe(25)
  })

  test('holds the instant it was asked for, and the next begins where it ends', () => {
    const zone = fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/Sao_Paulo',
      'Asia/Kolkata',
      'Pacific/Apia',
      'Africa/Cairo',
      'America/St_Johns',
      'America/Asuncion',
    )
    fc.assert(
      fc.property(anyInstant, zone, (at, name) => {
        const day = localDayOf(at, name)
        expect(day.from <= at && at < day.to).toBe(true)
        expect(startOfLocalDay(day.to, name)).toBe(day.to)
        expect(startOfLocalDay(day.to - 1, name)).toBe(day.from)
      }),
    )
  })
})

describe('a time zone', () => {
  test.each(['UTC', 'Europe/Berlin', 'europe/berlin', 'America/Argentina/Buenos_Aires', 'Asia/Calcutta'])(
    'may be %s',
    (name) => {
      expect(isTimeZone(name)).toBe(true)
    },
  )

  const times = ['T12:00+01:00', 'T12:00Z', 'T12:00[Europe/Berlin]', 't1200+0530']
  test.each(['', 'Mars/Olympus', '+02:00', 'Europe/Berlin ', 'Z[UTC]', ...times])('may not be "%s"', (name) => {
    expect(isTimeZone(name)).toBe(false)
  })
})
