import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rowsBetween } from './rows-in-view.ts'

it('the rows in view are those that touch it, whatever their heights', () => {
  const heights = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(
      heights,
      fc.integer({ min: -500, max: 20_000 }),
      fc.integer({ min: 1, max: 2000 }),
      (rows, from, high) => {
        const tops = [0]
        for (const row of rows) tops.push((tops.at(-1) ?? 0) + row)
        const { first, end } = rowsBetween(tops, from, from + high)
        expect(first).toBeGreaterThanOrEqual(0)
        expect(end).toBeLessThanOrEqual(rows.length)
        expect(end).toBeGreaterThan(first)
        rows.forEach((row, index) => {
          const top = tops[index] as number
          if (top < from + high && top + row > from) expect(index >= first && index < end).toBe(true)
        })
      },
    ),
  )
})

it('of no rows none is in view', () => {
  expect(rowsBetween([0], 0, 100)).toEqual({ first: 0, end: 0 })
})
