import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BucketInterval,
  bucketOfDate,
  bucketsOf,
  dateOfDay,
  dayOfDate,
  intervalFor,
  type LocalWeek,
  midnightOf,
} from './index.ts'
import { HOUR_MS } from './units.ts'

const NEW_YORK: LocalWeek = { zone: 'America/New_York', dayStartMin: 0, firstWeekday: 0 }
const midnight = (date: number, { zone }: LocalWeek) => midnightOf(dayOfDate(date), zone)
const days = (from: number, to: number, week: LocalWeek = NEW_YORK) => ({
  from: midnight(from, week),
  to: midnight(to, week),
})
const lengths = (buckets: { from: number; to: number }[]) => buckets.map(({ from, to }) => (to - from) / HOUR_MS)

describe('the length of buckets', () => {
  test.each([
    [days(20260601, 20260602), 3600],
    [{ from: days(20260601, 20260602).from, to: days(20260601, 20260602).to - 1 }, 900],
    [days(20260601, 20260603), 3600],
    [days(20260601, 20260604), 86_400],
    [days(20260501, 20260601), 86_400],
    [days(20260501, 20260602), 604_800],
    [days(20260308, 20260309), 3600],
    [days(20261101, 20261102), 3600],
    [days(20261031, 20261102), 3600],
    [days(20260301, 20260401), 86_400],
    [days(20261101, 20261202), 86_400],
  ])('of %o is %i s: a local day counts as 24 h', (period, interval) => {
    expect(intervalFor(period, NEW_YORK)).toBe(interval)
  })
})

describe('buckets', () => {
  test('of days are as long as the days are', () => {
    expect(lengths(bucketsOf(days(20260307, 20260310), 86_400, NEW_YORK))).toEqual([24, 23, 24])
    expect(lengths(bucketsOf(days(20261031, 20261103), 86_400, NEW_YORK))).toEqual([24, 25, 24])
    const lordHowe = { ...NEW_YORK, zone: 'Australia/Lord_Howe' }
    expect(lengths(bucketsOf(days(20261003, 20261006, lordHowe), 86_400, lordHowe))).toEqual([24, 23.5, 24])
  })

  test('of hours run from the start of the day; where a day ends within one it is cut', () => {
    const lordHowe = { ...NEW_YORK, zone: 'Australia/Lord_Howe' }
    const hours = bucketsOf(days(20261004, 20261005, lordHowe), 3600, lordHowe)
    expect(lengths(hours)).toEqual([...Array.from({ length: 23 }, () => 1), 0.5])
    const quarters = bucketsOf(days(20260308, 20260309), 900, NEW_YORK)
    expect(quarters).toHaveLength(92)
  })

  test('of weeks begin on Sunday, or on Monday where the company says so, and are clipped to the period', () => {
    const sunday = bucketsOf(days(20260304, 20260317), 604_800, NEW_YORK)
    expect(sunday.map(({ firstDay, lastDay }) => [dateOfDay(firstDay), dateOfDay(lastDay)])).toEqual([
      [20260301, 20260307],
      [20260308, 20260314],
      [20260315, 20260321],
    ])
    expect(lengths(sunday)).toEqual([4 * 24, 7 * 24 - 1, 2 * 24])
    const monday = bucketsOf(days(20260304, 20260317), 604_800, { ...NEW_YORK, firstWeekday: 1 })
    expect(monday.map(({ firstDay }) => dateOfDay(firstDay))).toEqual([20260302, 20260309, 20260316])
  })

  test('of days that start at 07:45 bear the date they start on', () => {
    const week = { ...NEW_YORK, dayStartMin: 465 }
    const [first, second, third, ...more] = bucketsOf(days(20260308, 20260310), 86_400, week)
    expect([first, second, third].map((bucket) => bucket && dateOfDay(bucket.firstDay))).toEqual([
      20260307, 20260308, 20260309,
    ])
    expect([first, second, third].map((bucket) => bucket && (bucket.to - bucket.from) / HOUR_MS)).toEqual([
      6.75, 24, 16.25,
    ])
    expect(more).toEqual([])
  })

  test('that bear a day outside the period are there for its shifts, and empty of time', () => {
    const period = days(20260308, 20260309)
    const buckets = bucketsOf(period, 86_400, NEW_YORK, [20260307, 20260308])
    expect(buckets.map(({ firstDay, from, to }) => [dateOfDay(firstDay), (to - from) / HOUR_MS])).toEqual([
      [20260307, 0],
      [20260308, 23],
    ])
    expect(bucketOfDate(buckets, 20260307)).toBe(buckets[0])
    expect(bucketOfDate(buckets, 20260309)).toBeUndefined()
    expect(bucketsOf(period, 604_800, NEW_YORK, [20260307])).toHaveLength(2)
    expect(bucketsOf(period, 604_800, NEW_YORK, [20260309])).toHaveLength(1)
  })

  test('of a period that is empty are none, and there is none for a day that was left out', () => {
    expect(bucketsOf({ from: 5, to: 5 }, 900, NEW_YORK)).toEqual([])
    const apia = { ...NEW_YORK, zone: 'Pacific/Apia' }
    const found = bucketsOf(days(20111228, 20120102, apia), 86_400, apia)
    expect(found.map(({ firstDay }) => dateOfDay(firstDay))).toEqual([20111228, 20111229, 20111231, 20120101])
  })

  test('fill the period exactly, whatever the zone, the day start and the length', () => {
    const interval = fc.constantFrom<BucketInterval>(900, 3600, 86_400, 604_800)
    const zone = fc.constantFrom('UTC', 'America/St_Johns', 'America/Havana', 'Australia/Lord_Howe', 'Asia/Kathmandu')
    const from = fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2030, 0, 1) })
    fc.assert(
      fc.property(
        from,
        fc.integer({ min: 1, max: 40 * 24 * HOUR_MS }),
        interval,
        zone,
        fc.nat(95),
        (at, ms, seconds, name, quarter) => {
          const week: LocalWeek = { zone: name, dayStartMin: quarter * 15, firstWeekday: quarter % 2 === 0 ? 0 : 1 }
          const buckets = bucketsOf({ from: at, to: at + ms }, seconds, week)
          expect(buckets[0]?.from).toBe(at)
          expect(buckets.at(-1)?.to).toBe(at + ms)
          const wrong = buckets.filter(({ from, to, whole }, i) => {
            const isWithin = from < to && whole.from <= from && to <= whole.to
            return !isWithin || (i > 0 && from !== buckets[i - 1]?.to)
          })
          expect(wrong).toEqual([])
        },
      ),
    )
  })
})
