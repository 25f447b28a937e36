import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dateNumberOf,
  dateOfDay,
  dayAt,
  dayOfDate,
  dayStartedAt,
  dayStartOf,
  instantOfWall,
  localWeekOf,
  midnightOf,
  weekdayOf,
} from './index.ts'
import { MinuteWalk } from './walk.testing.ts'

const at = (iso: string): number => Temporal.Instant.from(iso).epochMilliseconds
const iso = (instant: number): string => Temporal.Instant.fromEpochMilliseconds(instant).toString()

describe('a day without a zone', () => {
  test.each([
    [0, 19700101, 4],
    [-1, 19691231, 3],
    [21246, 20280303, 5],
    [21243, 20280229, 2],
    [20454, 20260101, 4],
  ])('%i is %i', (day, date, weekday) => {
    expect([dateOfDay(day), dayOfDate(date), weekdayOf(day)]).toEqual([date, day, weekday])
  })

  test('is followed by the next in the calendar', () => {
    fc.assert(
      fc.property(fc.integer({ min: -60_000, max: 60_000 }), (day) => {
        const date = Temporal.PlainDate.from('1970-01-01').add({ days: day })
        expect(dateOfDay(day)).toBe(date.year * 10_000 + date.month * 100 + date.day)
        expect(dayOfDate(dateOfDay(day))).toBe(day)
        expect(weekdayOf(day)).toBe(date.dayOfWeek % 7)
      }),
    )
  })
})

describe('a wall time', () => {
  const wall = (zone: string, date: number, hour: number, minute = 0) =>
    iso(instantOfWall(dayOfDate(date), hour * 3600 + minute * 60, zone))

  test('that does not exist is the instant of the change', () => {
    expect(wall('America/New_York', 20260308, 2, 30)).toBe('2026-03-08T07:00:00Z')
    expect(wall('America/New_York', 20260308, 2)).toBe('2026-03-08T07:00:00Z')
    expect(wall('America/New_York', 20260308, 3)).toBe('2026-03-08T07:00:00Z')
    expect(wall('Australia/Lord_Howe', 20261004, 2, 20)).toBe('2026-10-03T15:30:00Z')
    expect(wall('America/Havana', 20260308, 0)).toBe('2026-03-08T05:00:00Z')
    expect(wall('America/Asuncion', 20231001, 0, 15)).toBe('2023-10-01T04:00:00Z')
  })

  test('that occurs twice is the first', () => {
    expect(wall('America/New_York', 20261101, 1, 30)).toBe('2026-11-01T05:30:00Z')
    expect(wall('Australia/Lord_Howe', 20260405, 1, 45)).toBe('2026-04-04T14:45:00Z')
    expect(wall('America/Havana', 20261101, 0)).toBe('2026-11-01T04:00:00Z')
    expect(wall('America/St_Johns', 20101107, 0)).toBe('2010-11-07T02:30:00Z')
  })

  test('of 86,400 s is the next midnight, and "06:00" is not midnight and six hours', () => {
    expect(wall('America/New_York', 20260308, 24)).toBe('2026-03-09T04:00:00Z')
    expect(wall('America/New_York', 20260308, 6)).toBe('2026-03-08T10:00:00Z')
    expect(wall('America/New_York', 20261101, 6)).toBe('2026-11-01T11:00:00Z')
  })

  test('of a day that was left out is the beginning of the next', () => {
    for (const hour of [0, 12, 23]) expect(wall('Pacific/Apia', 20111230, hour)).toBe('2011-12-30T10:00:00Z')
    expect(dateNumberOf(at('2011-12-30T10:00:00Z'), 'Pacific/Apia')).toBe(20111231)
    expect(dateNumberOf(at('2011-12-30T09:59:59.999Z'), 'Pacific/Apia')).toBe(20111229)
  })
})

test('Days hold what lies between their midnights, also where clocks are set back over midnight', () => {
  const zone = 'America/St_Johns'
  const second = at('2010-11-07T02:45:00Z') // shows 23:15 of the day before, for the second time
  expect(dateNumberOf(second, zone)).toBe(20101107)
  expect(midnightOf(dayAt(second, zone) + 1, zone)).toBe(at('2010-11-08T03:30:00Z'))
})

const zones = fc.constantFrom(
  'UTC',
  'America/New_York',
  'America/Phoenix',
  'Pacific/Honolulu',
  'America/St_Johns',
  'America/Havana',
  'America/Asuncion',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Europe/Dublin',
  'Antarctica/Troll',
)

test('Each instant lies in the day it is said to lie in, whenever days start', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: at('1950-01-01T00:00:00Z'), max: at('2080-01-01T00:00:00Z') }),
      zones,
      fc.integer({ min: 0, max: 95 }),
      (instant, zone, quarter) => {
        const day = dayStartedAt(instant, zone, quarter * 15)
        expect(dayStartOf(day, zone, quarter * 15)).toBeLessThanOrEqual(instant)
        expect(dayStartOf(day + 1, zone, quarter * 15)).toBeGreaterThan(instant)
      },
    ),
  )
})

test.each([
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['America/Havana', '2026-03-08'],
  ['America/Havana', '2026-11-01'],
  ['America/St_Johns', '2010-11-07'],
  ['America/St_Johns', '2011-03-13'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Sao_Paulo', '2018-02-18'],
  ['America/Asuncion', '2024-03-24'],
  ['America/Asuncion', '2023-10-01'],
  ['Pacific/Apia', '2011-12-30'],
  ['Asia/Kathmandu', '2026-03-08'],
  ['Antarctica/Troll', '2026-03-29'],
])('In %s about %s every minute has the instant a walk finds, and the day', (zone, date) => {
  const noon = at(`${date}T12:00:00Z`)
  const walk = new MinuteWalk(zone, noon - 3 * 86_400_000, noon + 3 * 86_400_000)
  const middle = dayOfDate(Number(date.replaceAll('-', '')))
  for (const day of [middle - 1, middle, middle + 1]) {
    const minutes = Array.from({ length: 288 }, (_, n) => n * 5)
    const found = minutes.map((minute) => [minute, iso(instantOfWall(day, minute * 60, zone))])
    expect(found).toEqual(minutes.map((minute) => [minute, iso(walk.instantOf(dateOfDay(day), minute))]))
  }
  const instants = Array.from({ length: 144 }, (_, n) => noon - 86_400_000 + n * 1_200_000)
  const found = instants.map((instant) => [iso(instant), dateNumberOf(instant, zone)])
  expect(found).toEqual(instants.map((instant) => [iso(instant), walk.dateAt(instant)]))
})

describe('a local week', () => {
  const week = (zone: string, instant: string) => {
    const { from, to } = localWeekOf(at(instant), zone)
    return [iso(from), iso(to)]
  }

  test('goes from the midnight of Sunday to the next', () => {
    const expected = ['2026-03-01T05:00:00Z', '2026-03-08T05:00:00Z']
    expect(week('America/New_York', '2026-03-01T05:00:00Z')).toEqual(expected)
    expect(week('America/New_York', '2026-03-08T04:59:59.999Z')).toEqual(expected)
  })

  test('is an hour shorter or longer where clocks change', () => {
    expect(week('America/New_York', '2026-03-11T00:00:00Z')).toEqual(['2026-03-08T05:00:00Z', '2026-03-15T04:00:00Z'])
    expect(week('America/New_York', '2026-11-01T12:00:00Z')).toEqual(['2026-11-01T04:00:00Z', '2026-11-08T05:00:00Z'])
  })
})
