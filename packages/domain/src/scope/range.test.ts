import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { absolute, choose, DEFAULT_SCOPE, isLive, periodOf, type RelativePeriod, relative } from './index.ts'
import { at, HOUR_MS, looking } from './scope.testing.ts'

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
    expect(shown('shift', SATURDAY, 'UTC', { shift: morning })).toEqual(['2026-11-21T14:30Z', SATURDAY])
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
