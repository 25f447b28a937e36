import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holdsInstant, monthlyFrom, type PartitionRange, partitionFor, utcMonthOf } from './index.ts'

const NOW = Date.UTC(2026, 10, 22)
const LIMIT = Date.UTC(2023, 10, 1)
const month = (year: number, index: number) => ({ from: Date.UTC(year, index), to: Date.UTC(year, index + 1) })

describe('the partition of an instant', () => {
  test('is its month for the last 36 months', () => {
    expect(monthlyFrom(NOW)).toBe(LIMIT)
    expect(partitionFor(NOW, NOW, [])).toEqual(month(2026, 10))
    expect(partitionFor(LIMIT, NOW, [])).toEqual(month(2023, 10))
  })

  test('is one for all that is older', () => {
    expect(partitionFor(LIMIT - 1, NOW, [])).toEqual({ from: null, to: LIMIT })
    expect(partitionFor(Date.UTC(2000, 0, 1), NOW, [month(2026, 10)])).toEqual({ from: null, to: LIMIT })
  })

  test('never overlaps one that exists: it ends before the earliest, or fills the gap between two', () => {
    const existing = [month(2018, 4), month(2026, 10)]
    expect(partitionFor(Date.UTC(2010, 0, 1), NOW, existing)).toEqual({ from: null, to: Date.UTC(2018, 4) })
    expect(partitionFor(Date.UTC(2020, 0, 1), NOW, existing)).toEqual({ from: Date.UTC(2018, 5), to: LIMIT })
    expect(partitionFor(Date.UTC(2018, 4, 9), NOW, existing)).toBe(existing[0])
  })

  test('stays a month once it is older than 36 months', () => {
    const then = month(2026, 10)
    const later = Date.UTC(2031, 0, 1)
    expect(partitionFor(NOW, later, [then])).toBe(then)
    expect(partitionFor(Date.UTC(2027, 5, 1), later, [then])).toEqual({ from: then.to, to: Date.UTC(2028, 0, 1) })
  })
})

const someInstant = fc.oneof(
  fc.integer({ min: Date.UTC(1970, 0, 1), max: NOW + 300_000 }),
  fc.integer({ min: LIMIT - 40 * 86_400_000, max: LIMIT + 40 * 86_400_000 }),
)
const someExisting = fc
  .uniqueArray(fc.integer({ min: 0, max: 26 * 12 + 10 }), { maxLength: 20 })
  .map((months) => months.map((index): PartitionRange => month(2000, index)))

function partitionsAfter(instants: readonly number[], nowOf: (i: number) => number, existing: PartitionRange[]) {
  const made = [...existing]
  for (const [i, at] of instants.entries()) {
    const range = partitionFor(at, nowOf(i), made)
    expect(holdsInstant(range, at)).toBe(true)
    if (!made.includes(range)) made.push(range)
  }
  return made
}

describe('whatever instants come, in whatever order', () => {
  test('exactly one partition holds each, and none is empty', () => {
    fc.assert(
      fc.property(fc.array(someInstant), someExisting, (instants, existing) => {
        const made = partitionsAfter(instants, () => NOW, existing)
        for (const at of instants) expect(made.filter((range) => holdsInstant(range, at))).toHaveLength(1)
        for (const range of made.slice(existing.length))
          expect(instants.some((at) => holdsInstant(range, at))).toBe(true)
      }),
    )
  })

  test('a new installation has at most the current month, 36 before it and one for all that is older', () => {
    fc.assert(
      fc.property(fc.array(someInstant, { maxLength: 300 }), (instants) => {
        expect(partitionsAfter(instants, () => NOW, []).length).toBeLessThanOrEqual(1 + 36 + 1)
      }),
    )
  })

  test('they never overlap while the years pass, and begin and end with months', () => {
    fc.assert(
      fc.property(fc.array(someInstant), someExisting, (instants, existing) => {
        const yearMs = 366 * 86_400_000
        const made = partitionsAfter(instants, (i) => NOW + i * yearMs, existing)
        const sorted = made.toSorted((a, b) => a.to - b.to)
        for (const [i, { from, to }] of sorted.entries()) {
          expect(utcMonthOf(to).from).toBe(to)
          if (i > 0) expect(from).toBeGreaterThanOrEqual(sorted[i - 1]?.to as number)
        }
      }),
    )
  })
})
