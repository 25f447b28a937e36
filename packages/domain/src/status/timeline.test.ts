import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DOWN, firstIntervalAfter, type Interval, RUNNING } from './index.ts'

const timeline = fc
  .record({ lengths: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 8 }), isOpen: fc.boolean() })
  .map(({ lengths, isOpen }) => {
    let at = 0
    return lengths.map((length, i): Interval => {
      const startedAt = at
      at += length
      return {
        status: i % 2 === 0 ? RUNNING : DOWN,
        startedAt,
        endedAt: isOpen && i === lengths.length - 1 ? null : at,
      }
    })
  })

test('The first interval that ends after an instant is that of a linear search; an open one ends after every instant', () => {
  fc.assert(
    fc.property(timeline, fc.integer({ min: -2, max: 80 }), (intervals, at) => {
      const found = intervals.findIndex(({ endedAt }) => endedAt === null || endedAt > at)
      expect(firstIntervalAfter(intervals, at)).toBe(found < 0 ? intervals.length : found)
    }),
  )
})
