/** Compares the buckets of the domain with days that are walked one by one. */

import { bucketsOf, intervalFor } from '@millwatch/domain/time'
import fc from 'fast-check'
import { expect } from 'vitest'
import { aroundDay, period, zone } from './arbitraries.ts'
import { referenceBuckets } from './buckets.ts'
import { referenceInterval } from './utilization.ts'
import { instantAt } from './wall.ts'

const isFarFrom = (hours: number) => [24, 48, 744].every((bound) => Math.abs(hours - bound) > 2)

const intervals = [900, 3600, 86_400, 604_800] as const

export function bucketsAgree(numRuns: number): void {
  const questions = fc.record({
    period,
    interval: fc.constantFrom(...intervals),
    dayStartMin: fc.constantFrom(0, 0, 15, 90, 120, 150, 360, 1425),
    weekStart: fc.constantFrom(0 as const, 1 as const),
  })
  const property = fc.property(questions, ({ period: { from, to, zone }, interval, dayStartMin, weekStart }) => {
    const buckets = bucketsOf({ from, to }, interval, { zone, dayStartMin, firstWeekday: weekStart })
    const expected = referenceBuckets(from, to, { intervalS: interval, zone, dayStartMin, weekStart })
    expect(buckets.map((bucket) => [bucket.from, bucket.to])).toEqual(
      expected.map(({ start, end }) => [Math.max(start, from), Math.min(end, to)]),
    )
    const hours = (to - from) / 3_600_000
    // A day on which clocks change may lie on either side of these limits; only whole local days must keep them.
    if (isFarFrom(hours))
      expect(intervalFor({ from, to }, { zone, dayStartMin })).toBe(referenceInterval(from, to, zone))
  })
  fc.assert(property, { numRuns })
}

/**
 * Checks by `numRuns` random periods that the default bucket length of whole local days, also of days on which clocks change,
 * treats each day as 24 h. Throws an error at a counter-example.
 */
export function usualBucketsAgree(numRuns: number): void {
  const questions = fc.record({ day: aroundDay, zone, days: fc.constantFrom(1, 2, 3, 30, 31, 32), early: fc.nat(1) })
  const property = fc.property(questions, ({ day, zone: zoneOfDays, days, early }) => {
    const from = instantAt(day, 0, zoneOfDays)
    const end = instantAt(day + days, 0, zoneOfDays)
    // Just before the end of a day on which clocks change, a period is not a whole number of local days.
    const to = end - (end - from === 24 * days * HOUR_MS ? early : 0)
    const hours = 24 * days - (end - to) / HOUR_MS
    const expected = hours < 24 ? 900 : hours <= 48 ? 3600 : hours <= 744 ? 86_400 : 604_800
    expect(intervalFor({ from, to }, { zone: zoneOfDays, dayStartMin: 0 })).toBe(expected)
  })
  fc.assert(property, { numRuns })
}

const HOUR_MS = 3_600_000
