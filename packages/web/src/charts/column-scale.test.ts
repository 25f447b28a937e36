import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hourScale, labelStep } from './column-scale.ts'

describe('the axis of hours', () => {
  it.each([
    [24, 24],
    [8, 8],
    [192, 200],
    [0.25, 0.32],
    [0, 0.04],
    [12_345, 16_000],
  ])('of at most %d h reaches to %d', (most, max) => {
    expect(hourScale(most).max).toBeCloseTo(max, 9)
  })

  it('holds what it must, wastes less than half, and has 4 ticks', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 1e6, noNaN: true }), (most) => {
        const { max, step } = hourScale(most)
        expect(max).toBeGreaterThanOrEqual(most * (1 - 1e-9))
        expect(max).toBeLessThanOrEqual(most * 2)
        expect(max / step).toBeCloseTo(4, 9)
      }),
      { numRuns: 100 },
    )
  })
})

it('words under columns keep their distance', () => {
  expect(labelStep(7, 900, 60)).toBe(1)
  expect(labelStep(96, 900, 60)).toBe(7)
  expect(labelStep(31, 20, 60)).toBe(31)
})
