import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../time/index.ts'
import { computedMaximumCycle, defaultStatusSettings } from './index.ts'
import { largestMaximumCycleFrom, limitsOf, rememberCycle } from './limits.ts'

const fill = (n: number, ms: number): number[] => Array.from({ length: n }, () => ms)

describe('the computed maximum cycle time', () => {
  test('is 300 s below 20 cycles', () => {
    expect(computedMaximumCycle(fill(19, 1000))).toBe(300_000)
    expect(computedMaximumCycle([])).toBe(300_000)
  })

  test('is at least 1.5 times the mean, rounded up', () => {
    expect(computedMaximumCycle(fill(20, 1000))).toBe(1500)
    expect(computedMaximumCycle(fill(20, 1001))).toBe(1502)
  })

  test('is the mean and three standard deviations of the population where that is more', () => {
    // Mean 2000, deviation 1000.
    expect(computedMaximumCycle([...fill(10, 1000), ...fill(10, 3000)])).toBe(5000)
    // Mean 32, deviation 25.61…: 108.8…
    expect(computedMaximumCycle([...fill(10, 10), ...fill(10, 30), ...fill(5, 80)])).toBe(109)
  })

  test('is the smallest whole number that is not below them, exactly', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 50_000_000 }), { minLength: 20, maxLength: 100 }), (cycleMs) => {
        const fits = (ms: bigint): boolean => {
          const n = BigInt(cycleMs.length)
          const sum = cycleMs.reduce((total, value) => total + BigInt(value), 0n)
          const squares = cycleMs.reduce((total, value) => total + BigInt(value) * BigInt(value), 0n)
          const above = n * ms - sum
          return above >= 0n && above * above >= 9n * (n * squares - sum * sum) && 2n * n * ms >= 3n * sum
        }
        const ms = computedMaximumCycle(cycleMs)
        if (ms === DAY_MS) return
        expect(fits(BigInt(ms))).toBe(true)
        expect(fits(BigInt(ms) - 1n) && ms > 0).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  test('is never above a day', () => {
    expect(computedMaximumCycle(fill(20, 80_000_000))).toBe(DAY_MS)
  })

  test('forgets all but the last 100 cycles', () => {
    const recent: number[] = []
    for (let i = 0; i < 130; i++) rememberCycle(recent, i)
    expect(recent).toEqual(Array.from({ length: 100 }, (_, i) => i + 30))
  })
})

test('the largest maximum that may still come is known ahead', () => {
  const limits = limitsOf({
    ...defaultStatusSettings,
    maximumCycle: [
      { from: 100, ms: 900_000 },
      { from: 200, ms: 60_000 },
    ],
  })
  expect(largestMaximumCycleFrom(limits, 0)).toBe(900_000)
  expect(largestMaximumCycleFrom(limits, 199)).toBe(900_000)
  expect(largestMaximumCycleFrom(limits, 200)).toBe(60_000)
  expect(
    largestMaximumCycleFrom(limitsOf({ ...defaultStatusSettings, maximumCycle: [{ from: 100, ms: null }] }), 50),
  ).toBe(DAY_MS)
})
