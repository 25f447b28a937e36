import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bandByPixel, nearestTo, scaleOf, statistics } from './band.ts'

const window = { from: 0, to: 1000 }

describe('the band of a series', () => {
  it('shows least, greatest and mean of each pixel', () => {
    const series = { at: [0, 10, 20, 110], value: [3, 1, 5, 7] }
    expect(bandByPixel(series, window, 10, 500)).toEqual([
      [
        { at: 10, min: 1, max: 5, mean: 3, points: 3 },
        { at: 110, min: 7, max: 7, mean: 7, points: 1 },
      ],
    ])
  })

  it('breaks where nothing was said for longer than the gap', () => {
    const series = { at: [0, 100, 700], value: [1, 2, 3] }
    expect(bandByPixel(series, window, 10, 300).map((piece) => piece.length)).toEqual([2, 1])
  })

  it('loses no point and no extreme of the window, whatever the points', () => {
    const points = fc.array(
      fc.record({ at: fc.integer({ min: -200, max: 1200 }), value: fc.integer({ min: -50, max: 50 }) }),
    )
    fc.assert(
      fc.property(
        points,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 400 }),
        (given, columns, gapMs) => {
          const sorted = given.toSorted((a, b) => a.at - b.at)
          const series = { at: sorted.map((point) => point.at), value: sorted.map((point) => point.value) }
          const inside = sorted.filter((point) => point.at >= 0 && point.at < 1000).map((point) => point.value)
          const all = bandByPixel(series, window, columns, gapMs).flat()
          expect(all.reduce((sum, column) => sum + column.points, 0)).toBe(inside.length)
          expect(Math.min(...all.map((column) => column.min))).toBe(Math.min(...inside))
          expect(Math.max(...all.map((column) => column.max))).toBe(Math.max(...inside))
        },
      ),
    )
  })
})

describe('the point under the pointer', () => {
  it('is the nearest inside the window', () => {
    const series = { at: [-10, 100, 200], value: [1, 2, 3] }
    expect(nearestTo(series, 0, window)).toBe(1)
    expect(nearestTo(series, 160, window)).toBe(2)
    expect(nearestTo({ at: [], value: [] }, 160, window)).toBe(-1)
  })
})

describe('the scale', () => {
  it('reaches three deviations, so that one outlier does not flatten the rest', () => {
    const value = [...Array.from({ length: 99 }, (_, index) => 10 + (index % 3)), 500]
    const series = { at: value.map((_, index) => index), value }
    const known = statistics(series, window)
    expect(known?.max).toBe(500)
    expect(scaleOf(known!, 3).max).toBeLessThan(250)
    expect(scaleOf(known!, 3).min).toBeLessThanOrEqual(10)
  })

  it('never divides by nothing', () => {
    const { min, max } = scaleOf({ points: 1, mean: 0, deviation: 0, min: 0, max: 0 }, 3)
    expect(max).toBeGreaterThan(min)
  })
})
