import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ColumnSums, type Columns } from './columns.ts'

interface Point {
  readonly at: number
  readonly value: number
  readonly weight: number
}

const point = fc.record({
  at: fc.integer({ min: -50, max: 1_050 }),
  // Without a negative zero, which is another value to `toBe` only.
  value: fc
    .oneof(fc.integer({ min: -20, max: 20 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }))
    .map((value) => value + 0),
  weight: fc.integer({ min: 1, max: 5 }),
})
const period = { from: 0, to: 1_000 }

function columnsOf(points: readonly Point[], width: number, range = period): Columns {
  const sums = new ColumnSums(range, width)
  for (const { at, value, weight } of points) sums.add(at, value, weight)
  return sums.columns()
}

/** Reference model, part by part, by exact bounds: part `i` is `[from + i·span/width, from + (i+1)·span/width)`. */
function referenceColumns(points: readonly Point[], width: number) {
  const span = period.to - period.from
  return Array.from({ length: width }, (_, column) => {
    const inside = points.filter(
      ({ at }) =>
        at >= period.from &&
        at < period.to &&
        (at - period.from) * width >= column * span &&
        (at - period.from) * width < (column + 1) * span,
    )
    return { column, inside }
  }).filter(({ inside }) => inside.length > 0)
}

describe('what pixels can show', () => {
  test('is of each part the least, the greatest, when, how many, and the mean', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (points, width) => {
        const got = columnsOf(points, width)
        const expected = referenceColumns(points, width)
        expect(got.column).toEqual(expected.map(({ column }) => column))
        for (const [i, { inside }] of expected.entries()) {
          const values = inside.map(({ value }) => value)
          const min = Math.min(...values)
          const max = Math.max(...values)
          expect(got.min[i]).toBe(min)
          expect(got.max[i]).toBe(max)
          expect(got.minAt[i]).toBe(Math.min(...inside.filter(({ value }) => value === min).map(({ at }) => at)))
          expect(got.maxAt[i]).toBe(Math.min(...inside.filter(({ value }) => value === max).map(({ at }) => at)))
          const count = inside.reduce((sum, { weight }) => sum + weight, 0)
          expect(got.count[i]).toBe(count)
          const sum = inside.reduce((total, { value, weight }) => total + value * weight, 0)
          expect(got.mean[i]).toBe(sum / count)
        }
      }),
    )
  })

  test('of whole values is the same in any order', () => {
    const whole = point.map((sample) => ({ ...sample, value: Math.round(sample.value) + 0 }))
    fc.assert(
      fc.property(fc.array(whole, { maxLength: 40 }), fc.integer({ min: 1, max: 40 }), (points, width) => {
        expect(columnsOf(points.toReversed(), width)).toEqual(columnsOf(points, width))
      }),
    )
  })

  test('loses and adds nothing: one part holds what all parts hold', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (points, width) => {
        const parts = columnsOf(points, width)
        const whole = columnsOf(points, 1)
        if (whole.column.length === 0) {
          expect(parts.column).toEqual([])
          return
        }
        expect(parts.count.reduce((sum, count) => sum + count, 0)).toBe(whole.count[0])
        expect(Math.min(...parts.min)).toBe(whole.min[0])
        expect(Math.max(...parts.max)).toBe(whole.max[0])
      }),
    )
  })

  test('puts an instant on a bound into the part that begins there, also where parts are no whole milliseconds', () => {
    const at = (instant: number, width: number, range = period) =>
      columnsOf([{ at: instant, value: 1, weight: 1 }], width, range).column
    expect(at(0, 4)).toEqual([0])
    expect(at(249, 4)).toEqual([0])
    expect(at(250, 4)).toEqual([1])
    expect(at(999, 4)).toEqual([3])
    expect(at(1000, 4)).toEqual([])
    expect(at(333, 3)).toEqual([0])
    expect(at(334, 3)).toEqual([1])
    const months = { from: 1_760_000_000_000, to: 1_760_000_000_000 + 39_000_000_000 }
    expect(at(months.to - 1, 4_000, months)).toEqual([3_999])
    expect(at(months.from + 39_000_000_000 / 4, 4, months)).toEqual([1])
  })

  test('of no values is nothing', () => {
    expect(columnsOf([], 3)).toEqual({ column: [], count: [], min: [], minAt: [], max: [], maxAt: [], mean: [] })
  })
})
