import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pointAt } from './band.ts'
import { countBeyond, scaleOf } from './series-axis.ts'

describe('the value axis', () => {
  const spread = { mean: 30, deviation: 2 }

  it('reaches so many standard deviations to both sides of the mean', () => {
    expect(scaleOf({ min: 10, max: 500 }, spread, 3)).toEqual({ min: 24, max: 36 })
    expect(scaleOf({ min: 10, max: 500 }, spread, 0.5)).toEqual({ min: 29, max: 31 })
  })

  it('does not go below zero where no value does', () => {
    expect(scaleOf({ min: 1, max: 500 }, { mean: 5, deviation: 4 }, 3)).toEqual({ min: 0, max: 17 })
    expect(scaleOf({ min: -1, max: 500 }, { mean: 5, deviation: 4 }, 3)).toEqual({ min: -7, max: 17 })
  })

  it('holds every value where none was chosen, and is never empty', () => {
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(value, value, (a, b) => {
        const whole = { min: Math.min(a, b), max: Math.max(a, b) }
        const { min, max } = scaleOf(whole, spread, null)
        expect(min).toBeLessThanOrEqual(whole.min)
        expect(max).toBeGreaterThanOrEqual(whole.max)
        expect(max).toBeGreaterThan(min)
      }),
    )
  })

  it('holds every value also where all are the same', () => {
    const { min, max } = scaleOf({ min: 12, max: 12 }, { mean: 12, deviation: 0 }, 3)
    expect([min < 12, max > 12]).toEqual([true, true])
  })
})

describe('values outside of the axis', () => {
  const scale = { min: 0, max: 10 }

  it('are counted one by one when each is known', () => {
    expect(countBeyond([pointAt(0, 5), pointAt(1, 11), pointAt(2, -1, 3)], scale)).toEqual({ values: 4, places: 2 })
  })

  it('are counted by entry when only extremes are known', () => {
    const column = { at: 1, min: 5, minAt: 0, max: 11, maxAt: 2, mean: 6, points: 9 }
    expect(countBeyond([column, pointAt(3, 12)], scale)).toEqual({ values: 0, places: 2 })
    expect(countBeyond([pointAt(3, 10)], scale)).toEqual({ values: 0, places: 0 })
  })
})
