import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trendLine } from './trend.ts'

const percents = fc.double({ min: 0, max: 150, noNaN: true })
const values = fc.array(fc.option(percents), { minLength: 2, maxLength: 40 })
const at = (list: readonly (number | null)[]) => list.map((value, i) => ({ at: i, value }))

describe('A trend line', () => {
  test('goes through values that lie on a line, and through the places between them that have none', () => {
    fc.assert(
      fc.property(
        percents,
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.array(fc.boolean()),
        (start, slope, gaps) => {
          const line = Array.from({ length: 12 }, (_, i) => start + slope * i)
          const points = line.map((value, i) => (gaps[i] === true && i > 1 ? null : value))
          trendLine(at(points))?.forEach((value, i) => {
            expect(value).toBeCloseTo(line[i] ?? Number.NaN, 6)
          })
          expect(trendLine(at(points))).not.toBeNull()
        },
      ),
      { numRuns: 100 },
    )
  })

  test('is nearer to the values than the same line raised, lowered or turned', () => {
    fc.assert(
      fc.property(values, fc.double({ min: -5, max: 5, noNaN: true }), (list, by) => {
        const line = trendLine(at(list))
        if (line === null) return
        const off = (other: readonly number[]) =>
          list.reduce<number>((sum, value, i) => sum + (value === null ? 0 : (value - (other[i] ?? 0)) ** 2), 0)
        expect(off(line)).toBeLessThanOrEqual(off(line.map((value) => value + by)) + 1e-6)
        expect(off(line)).toBeLessThanOrEqual(off(line.map((value, i) => value + by * i)) + 1e-6)
      }),
      { numRuns: 100 },
    )
  })

  test('is none of fewer than two values', () => {
    expect(trendLine([])).toBeNull()
    expect(trendLine(at([null, 50, null]))).toBeNull()
  })
})
