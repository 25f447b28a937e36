import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SpreadSums } from './spread.ts'

function spreadOf(values: readonly (readonly [value: number, weight: number])[]) {
  const sums = new SpreadSums()
  for (const [value, weight] of values) sums.add(value, weight)
  return sums.spread()
}

describe('mean and standard deviation', () => {
  test('are those of all values', () => {
    expect(
      spreadOf([
        [2, 1],
        [4, 3],
        [5, 2],
        [7, 1],
        [9, 1],
      ]),
    ).toEqual({ mean: 5, stdDev: 2, count: 8 })
  })

  test('of none are none', () => {
    expect(spreadOf([])).toBeNull()
    expect(spreadOf([[3, 0]])).toBeNull()
  })

  test('weigh: a value of weight n is n of them', () => {
    const values = fc.array(fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: 1, max: 4 })), {
      minLength: 1,
      maxLength: 30,
    })
    fc.assert(
      fc.property(values, (weighed) => {
        const single = weighed.flatMap(([value, weight]) => Array.from({ length: weight }, () => value))
        const mean = single.reduce((sum, value) => sum + value, 0) / single.length
        const variance = single.reduce((sum, value) => sum + (value - mean) ** 2, 0) / single.length
        const got = spreadOf(weighed)
        expect(got?.count).toBe(single.length)
        expect(got?.mean).toBeCloseTo(mean, 8)
        expect(got?.stdDev).toBeCloseTo(Math.sqrt(variance), 6)
      }),
    )
  })

  test('hold where values are large and close together', () => {
    const got = spreadOf([
      [1e9 + 4, 1],
      [1e9 + 7, 1],
      [1e9 + 13, 1],
      [1e9 + 16, 1],
    ])
    expect(got?.stdDev).toBeCloseTo(Math.sqrt(22.5), 6)
  })
})
