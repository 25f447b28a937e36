import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../time/index.ts'
import {
  compareNearness,
  completionAt,
  type DayRate,
  dayRateOf,
  dueGroupOf,
  isCompletedAlready,
  LEAST_RATE_DAYS,
  maintenanceKindOf,
  nameFromNotes,
  projectionOf,
} from './index.ts'

const now = Date.parse('2026-11-23T10:00:00Z')
const sumsOf = (days: readonly number[]) => ({
  days: days.length,
  sum: days.reduce((sum, amount) => sum + amount, 0),
  squares: days.reduce((sum, amount) => sum + amount * amount, 0),
})
const amounts = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: LEAST_RATE_DAYS, maxLength: 28 })
const rates = fc.record({
  days: fc.integer({ min: 5, max: 28 }),
  perDay: fc.double({ min: 0.01, max: 1e6, noNaN: true }),
  deviation: fc.double({ min: 0, max: 1e6, noNaN: true }),
})

describe('the rate of a day', () => {
  test('needs five days of data', () => {
    expect(dayRateOf(sumsOf([8, 8, 8, 8]))).toBeNull()
    expect(dayRateOf(sumsOf([8, 8, 8, 8, 8]))).toEqual({ days: 5, perDay: 8, deviation: 0 })
  })

  test('is the mean of the days with their standard deviation', () =>
    fc.assert(
      fc.property(amounts, (days) => {
        const { perDay, deviation } = dayRateOf(sumsOf(days)) as DayRate
        const mean = days.reduce((sum, amount) => sum + amount, 0) / days.length
        const variance = days.reduce((sum, amount) => sum + (amount - mean) ** 2, 0) / (days.length - 1)
        expect(perDay).toBeCloseTo(mean, 6)
        expect(deviation).toBeCloseTo(Math.sqrt(variance), 3)
      }),
    ))
})

describe('a projection', () => {
  test('at a steady rate is exact, and its range is narrow', () => {
    const rate = { days: 28, perDay: 10, deviation: 0 }
    expect(projectionOf(45, rate, now)).toEqual({
      ...{ dueAt: now + 4.5 * DAY_MS, earliestAt: now + 4.5 * DAY_MS, latestAt: now + 4.5 * DAY_MS },
    })
  })

  test('of a machine that stands still is none', () => {
    expect(projectionOf(45, { days: 28, perDay: 0, deviation: 0 }, now)).toBeNull()
    expect(projectionOf(45, { days: 28, perDay: 0.001, deviation: 0 }, now)).toBeNull()
  })

  test('lies in its range, never begins in the past, and what is reached is due now', () =>
    fc.assert(
      fc.property(fc.double({ min: -100, max: 1e6, noNaN: true }), rates, (left, rate) => {
        const found = projectionOf(left, rate, now)
        if (found === null) {
          expect(left / rate.perDay).toBeGreaterThan(36_500)
          return
        }
        expect(found.earliestAt).toBeGreaterThanOrEqual(now)
        expect(found.earliestAt).toBeLessThanOrEqual(found.dueAt)
        expect(found.latestAt).toBeGreaterThanOrEqual(found.dueAt)
        if (left <= 0) expect(found.dueAt).toBe(now)
      }),
    ))

  test('comes sooner at a higher rate, later with more left, and is vaguer with fewer days', () =>
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1000, noNaN: true }), rates, (left, rate) => {
        const found = projectionOf(left, rate, now)
        if (found === null) return
        const faster = projectionOf(left, { ...rate, perDay: rate.perDay * 2 }, now)
        expect(faster?.dueAt).toBeLessThanOrEqual(found.dueAt)
        expect(projectionOf(left / 2, rate, now)?.dueAt).toBeLessThanOrEqual(found.dueAt)
        const surer = projectionOf(left, { ...rate, days: rate.days + 10 }, now)
        expect(surer?.latestAt).toBeLessThanOrEqual(found.latestAt)
      }),
    ))

  test('holds in about two of three futures', () => {
    let [random, hits] = [7, 0]
    const next = () => {
      random = (random * 48_271) % 2_147_483_647
      return random / 2_147_483_647
    }
    const day = () => 5 + 10 * next()
    const RUNS = 2000
    for (let run = 0; run < RUNS; run++) {
      const rate = dayRateOf(sumsOf(Array.from({ length: 28 }, day))) as DayRate
      const { earliestAt, latestAt } = projectionOf(300, rate, 0) as { earliestAt: number; latestAt: number }
      let [left, days] = [300, 0]
      for (let made = day(); left > 0; made = day()) {
        days += Math.min(1, left / made)
        left -= made
      }
      if (days * DAY_MS >= earliestAt && days * DAY_MS <= latestAt) hits++
    }
    expect(hits / RUNS).toBeGreaterThan(0.6)
    expect(hits / RUNS).toBeLessThan(0.76)
  })
})

describe('the list', () => {
  const states = fc.record({
    trippedAt: fc.option(fc.integer({ min: 0, max: 50 })),
    dueAt: fc.option(fc.integer({ min: 0, max: 50 })),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  })

  test('has overdue, due within seven days, and upcoming', () => {
    expect(dueGroupOf({ trippedAt: 1, dueAt: null }, now)).toBe('overdue')
    expect(dueGroupOf({ trippedAt: null, dueAt: now + 7 * DAY_MS }, now)).toBe('soon')
    expect(dueGroupOf({ trippedAt: null, dueAt: now + 7 * DAY_MS + 1 }, now)).toBe('upcoming')
    expect(dueGroupOf({ trippedAt: null, dueAt: null }, now)).toBe('upcoming')
  })

  test('is sorted by nearness, the longest overdue first and the undated last', () =>
    fc.assert(
      fc.property(fc.array(states), (list) => {
        const sorted = list.toSorted(compareNearness)
        for (let i = 1; i < sorted.length; i++) {
          const [a, b] = [sorted[i - 1], sorted[i]]
          if (!a || !b) continue
          if (b.trippedAt !== null) expect(a.trippedAt).not.toBeNull()
          if (a.trippedAt !== null && b.trippedAt !== null) expect(a.trippedAt).toBeLessThanOrEqual(b.trippedAt)
          if (a.trippedAt === null && b.dueAt !== null) expect(a.dueAt).toBeLessThanOrEqual(b.dueAt)
        }
      }),
    ))
})

describe('a completion', () => {
  const arriving = { baseAt: now, seenBaseAt: now, completedAt: now, now: now + 5 }

  test('counts if its author saw the present count, and not if somebody was first', () => {
    expect(isCompletedAlready(arriving)).toBe(false)
    expect(isCompletedAlready({ ...arriving, seenBaseAt: now - 1 })).toBe(true)
  })

  test('that does not say what was seen counts once a minute', () => {
    expect(isCompletedAlready({ ...arriving, seenBaseAt: null })).toBe(true)
    expect(isCompletedAlready({ ...arriving, seenBaseAt: null, now: now + 60_000 })).toBe(false)
    expect(isCompletedAlready({ ...arriving, seenBaseAt: null, completedAt: null })).toBe(false)
  })

  test('is never dated at or before the one before', () =>
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (clock, base) => {
        expect(completionAt(clock, base)).toBeGreaterThan(base)
      }),
    ))
})

test('the name is the first line of the notes that is not blank', () => {
  expect(nameFromNotes('\n  Way lube \nSecond')).toBe('Way lube')
  expect(nameFromNotes(' \n')).toBeUndefined()
  expect(() => maintenanceKindOf(4)).toThrow()
})
