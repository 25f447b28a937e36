import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bandByPixel, type Column, nearestTo, pointAt, type Series, summaryOf } from './band.ts'

const window = { from: 0, to: 1000 }
const real = (points: readonly (readonly [number, number])[]): Series => ({
  columns: points.map(([at, value]) => pointAt(at, value)),
  isReal: true,
  columnMs: 0,
})

describe('the band of a series', () => {
  it('has minimum, maximum and mean of each pixel, the extremes at their instants', () => {
    const series = real([
      [0, 3],
      [10, 1],
      [20, 5],
      [110, 7],
    ])
    expect(bandByPixel(series, { window, width: 10, gapMs: 500 })).toEqual([
      [{ at: 10, min: 1, minAt: 10, max: 5, maxAt: 20, mean: 3, points: 3 }, pointAt(110, 7)],
    ])
  })

  it('is the points themselves when there are fewer than pixels', () => {
    const series = real([
      [0, 3],
      [500, 1],
    ])
    expect(bandByPixel(series, { window, width: 100, gapMs: 500 })).toEqual([series.columns])
  })

  it('is split at gaps longer than the limit and where there is no data', () => {
    const series = real([
      [0, 1],
      [100, 2],
      [200, 3],
      [700, 4],
    ])
    const lengths = (gaps: { from: number; to: number }[]) =>
      bandByPixel(series, { window, width: 10, gapMs: 300, gaps }).map((piece) => piece.length)
    expect(lengths([])).toEqual([3, 1])
    expect(lengths([{ from: 110, to: 190 }])).toEqual([2, 1, 1])
    expect(lengths([{ from: 800, to: 900 }])).toEqual([3, 1])
  })

  it('joins a point that stands for 8 cycles to one that is 8 cycles away', () => {
    const eight = (at: number) => pointAt(at, 40, 8)
    const series = { columns: [eight(0), eight(400), eight(900)], isReal: true, columnMs: 0 }
    const lengths = (gapMs: number) => bandByPixel(series, { window, width: 100, gapMs }).map((piece) => piece.length)
    expect(lengths(63)).toEqual([3])
    expect(lengths(62)).toEqual([2, 1])
    expect(lengths(49)).toEqual([1, 1, 1])
  })

  it('weighs a column by how many values it holds', () => {
    const wide: Column = { at: 5, min: 0, minAt: 2, max: 10, maxAt: 8, mean: 4, points: 3 }
    const series = { columns: [wide, pointAt(50, 8)], isReal: false, columnMs: 10 }
    expect(bandByPixel(series, { window, width: 1, gapMs: 100 })).toEqual([
      [{ at: 16.25, min: 0, minAt: 2, max: 10, maxAt: 8, mean: 5, points: 4 }],
    ])
  })

  it('loses no value and no extreme of the window, whatever the points', () => {
    const points = fc.array(
      fc.record({ at: fc.integer({ min: -200, max: 1200 }), value: fc.integer({ min: -50, max: 50 }) }),
    )
    fc.assert(
      fc.property(points, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 400 }), (given, width, gapMs) => {
        const sorted = given.toSorted((a, b) => a.at - b.at)
        const inside = sorted.filter((point) => point.at >= 0 && point.at < 1000)
        const all = bandByPixel(real(sorted.map(({ at, value }) => [at, value])), { window, width, gapMs }).flat()
        const values = inside.map((point) => point.value)
        expect(all.reduce((sum, column) => sum + column.points, 0)).toBe(inside.length)
        expect(Math.min(...all.map((column) => column.min))).toBe(Math.min(...values))
        expect(Math.max(...all.map((column) => column.max))).toBe(Math.max(...values))
        for (const { min, minAt, max, maxAt } of all) {
          expect(inside).toContainEqual({ at: minAt, value: min })
          expect(inside).toContainEqual({ at: maxAt, value: max })
        }
      }),
    )
  })
})

it('the point under the pointer is the nearest inside the window', () => {
  const { columns } = real([
    [-10, 1],
    [100, 2],
    [200, 3],
  ])
  expect(nearestTo(columns, 0, window)).toBe(1)
  expect(nearestTo(columns, 160, window)).toBe(2)
  expect(nearestTo([], 160, window)).toBe(-1)
})

it('the summary of a window contains the values inside it', () => {
  const series = real([
    [-10, 100],
    [100, 2],
    [200, 4],
    [1000, 100],
  ])
  expect(summaryOf(series, window)).toMatchObject({ points: 2, min: 2, max: 4, mean: 3 })
  expect(summaryOf(real([]), window)).toBeUndefined()
})
