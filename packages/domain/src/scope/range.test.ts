import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateOfDay, dayStartedAt, HOUR_MS, weekdayOf } from '../time/index.ts'
import { absolute, choose, DEFAULT_SCOPE, isLive, periodOf, type RelativePeriod, relative } from './index.ts'
import { at, looking, readings } from './scope.testing.ts'

const iso = (instant: number): string => new Date(instant).toISOString().replace(':00.000Z', 'Z')
const shown = (period: RelativePeriod, now: string, zone: string, more: object = {}) => {
  const { dayStartMin = 0, ...reading } = more as { dayStartMin?: number }
  const scope = { ...choose(DEFAULT_SCOPE, relative(period)), dayStartMin }
  const { from, to } = periodOf(scope, { now: at(now), zone, ...reading })
  return [iso(from), iso(to)]
}
const SATURDAY = '2026-11-21T16:42Z'

describe('a period by name', () => {
  test.each<[RelativePeriod, string, string]>([
    ['today', '2026-11-21T06:00Z', SATURDAY],
    ['yesterday', '2026-11-20T06:00Z', '2026-11-21T06:00Z'],
    ['this-week', '2026-11-15T06:00Z', SATURDAY],
    ['this-month', '2026-11-01T05:00Z', SATURDAY],
    ['this-year', '2026-01-01T06:00Z', SATURDAY],
    ['last-week', '2026-11-08T06:00Z', '2026-11-15T06:00Z'],
    ['last-month', '2026-10-01T05:00Z', '2026-11-01T05:00Z'],
    ['last-shift', '2026-11-20T06:00Z', '2026-11-21T06:00Z'],
    ['shift', '2026-11-21T06:00Z', SATURDAY],
  ])('%s begins where its days do', (period, from, to) => {
    expect(shown(period, SATURDAY, 'America/Chicago')).toEqual([from, to])
  })

  test('begins with the day start that was chosen; before it, it is still yesterday', () => {
    expect(shown('today', SATURDAY, 'UTC', { dayStartMin: 1425 })).toEqual(['2026-11-20T23:45Z', SATURDAY])
    expect(shown('today', '2026-11-21T05:59Z', 'UTC', { dayStartMin: 360 })[0]).toBe('2026-11-20T06:00Z')
    expect(shown('this-week', '2026-11-15T05:59Z', 'UTC', { dayStartMin: 360 })[0]).toBe('2026-11-08T06:00Z')
  })

  test('has weeks from Monday where the company says so, and the shift that is going on', () => {
    const morning = { shift: 1, from: at('2026-11-21T14:30Z'), to: at('2026-11-21T22:00Z') }
    expect(shown('this-week', SATURDAY, 'UTC', { firstWeekday: 1 })[0]).toBe('2026-11-16T00:00Z')
    expect(shown('last-week', SATURDAY, 'UTC', { firstWeekday: 1 })).toEqual(['2026-11-09T00:00Z', '2026-11-16T00:00Z'])
    expect(shown('shift', SATURDAY, 'UTC', { shift: morning })).toEqual(['2026-11-21T14:30Z', SATURDAY])
  })

  test('that is over ends before now and does not move: the last shift is that of the place', () => {
    const night = { shift: 3, from: at('2026-11-21T04:00Z'), to: at('2026-11-21T12:00Z') } as const
    const morning = { shift: 1, from: at('2026-11-21T14:30Z'), to: at('2026-11-21T22:00Z') } as const
    const shifts = { shift: morning, lastShift: night }
    expect(shown('last-shift', SATURDAY, 'UTC', shifts)).toEqual(['2026-11-21T04:00Z', '2026-11-21T12:00Z'])
    for (const period of ['yesterday', 'last-shift', 'last-week', 'last-month'] as const)
      expect(isLive(relative(period), { now: at(SATURDAY), ...shifts })).toBe(false)
  })

  test('is the last shift, to its end, when no shift is on', () => {
    const night = { shift: 3, from: at('2026-11-21T04:00Z'), to: at('2026-11-21T12:00Z') } as const
    expect(shown('shift', SATURDAY, 'UTC', { shift: night })).toEqual(['2026-11-21T04:00Z', '2026-11-21T12:00Z'])
    const shift = relative('shift')
    expect(isLive(shift, { now: night.to, shift: night })).toBe(false)
    expect(isLive(shift, { now: night.to - 1, shift: night })).toBe(true)
    expect(isLive(shift, { now: night.to })).toBe(true)
  })
})

describe('on a day on which clocks change', () => {
  test.each<[string, RelativePeriod, string, number]>([
    ['America/New_York', 'yesterday', '2026-03-09T12:00Z', 23],
    ['America/New_York', 'yesterday', '2026-11-02T12:00Z', 25],
    ['Australia/Lord_Howe', 'yesterday', '2026-10-04T20:00Z', 23.5],
    ['Australia/Lord_Howe', 'yesterday', '2026-04-05T20:00Z', 24.5],
    ['America/Havana', 'yesterday', '2026-03-09T12:00Z', 23],
    ['America/Havana', 'yesterday', '2026-11-02T12:00Z', 25],
    ['Asia/Kathmandu', 'yesterday', '2026-03-09T12:00Z', 24],
    ['America/New_York', '1d', '2026-03-08T17:00Z', 23],
    ['America/New_York', 'last-week', '2026-03-16T12:00Z', 7 * 24 - 1],
    ['America/New_York', 'last-month', '2026-12-05T12:00Z', 30 * 24 + 1],
    ['Australia/Lord_Howe', 'last-week', '2026-10-12T12:00Z', 7 * 24 - 0.5],
    ['America/New_York', '12h', '2026-03-08T12:00Z', 12],
    ['America/New_York', '1w', '2026-11-03T12:00Z', 7 * 24 + 1],
    ['Australia/Lord_Howe', '1w', '2026-10-06T12:00Z', 7 * 24 - 0.5],
    ['America/Havana', '1m', '2026-03-20T12:00Z', 28 * 24 - 1],
  ])('in %s %s before %s is %d hours', (zone, period, now, hours) => {
    const [from = '', to = ''] = shown(period, now, zone)
    expect((at(to) - at(from)) / HOUR_MS).toBe(hours)
  })

  test('a day begins at the change where it has no midnight, at the first where it has two', () => {
    expect(shown('today', '2026-03-08T12:00Z', 'America/Havana')[0]).toBe('2026-03-08T05:00Z')
    expect(shown('today', '2026-11-01T12:00Z', 'America/Havana')[0]).toBe('2026-11-01T04:00Z')
    expect(shown('today', '2026-03-08T20:00Z', 'Asia/Kathmandu')[0]).toBe('2026-03-08T18:15Z')
  })
})

test('Three months before the end of May is the end of February', () => {
  expect(shown('3m', '2026-05-31T10:00Z', 'UTC')[0]).toBe('2026-02-28T10:00Z')
  expect(shown('15m', '2026-05-31T10:00Z', 'UTC')[0]).toBe('2025-02-28T10:00Z')
})

test('Chosen dates are clamped to now', () => {
  const now = at(SATURDAY)
  const read = (from: number, to: number) => periodOf(choose(DEFAULT_SCOPE, absolute(from, to)), { now, zone: 'UTC' })
  expect(read(now - HOUR_MS, now + HOUR_MS)).toEqual({ from: now - HOUR_MS, to: now })
  expect(read(now + HOUR_MS, now + 2 * HOUR_MS)).toEqual({ from: now - 1, to: now })
})

test('No period is empty, or ends later than now', () => {
  fc.assert(
    fc.property(looking, ({ scope, reading }) => {
      const { from, to } = periodOf(scope, reading)
      expect(from).toBeLessThan(to)
      expect(to).toBeLessThanOrEqual(reading.now)
    }),
  )
})

test('The last week and month end where the present one begins, are whole, and begin on the right day', () => {
  fc.assert(
    fc.property(readings, fc.integer({ min: 0, max: 95 }), (reading, quarter) => {
      const on = (period: RelativePeriod, now = reading.now) =>
        periodOf({ ...choose(DEFAULT_SCOPE, relative(period)), dayStartMin: quarter * 15 }, { ...reading, now })
      const dayOf = (instant: number) => dayStartedAt(instant, reading.zone, quarter * 15)
      for (const [last, present] of [
        ['last-week', 'this-week'],
        ['last-month', 'this-month'],
      ] as const) {
        const { from, to } = on(last)
        // Read a moment before it ended, the present period began where the last one does.
        expect(on(present, to - 1).from).toBe(from)
        expect(on(present).from).toBe(Math.min(to, reading.now - 1))
        expect(on(last, to).to).toBe(to)
      }
      const week = on('last-week')
      expect(dayOf(week.to) - dayOf(week.from)).toBe(7)
      expect(weekdayOf(dayOf(week.from))).toBe(reading.firstWeekday)
      expect(dateOfDay(dayOf(on('last-month').from)) % 100).toBe(1)
    }),
  )
})
