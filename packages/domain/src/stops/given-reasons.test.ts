import fc from 'fast-check'
import { expect, test } from 'vitest'
import { likelyReason, recentReasons } from './given-reasons.ts'

const stops = (...reasonIds: (number | null)[]) =>
  reasonIds.map((reasonId, index) => ({ startedAt: 1000 - index, reasonId }))
const anyStops = fc.array(
  fc.record({ startedAt: fc.integer(), reasonId: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }) }),
)

test('the likely reason is the most frequent of the last nine stops with a reason', () => {
  expect(likelyReason(stops(1, 2, 2, null, 2, 1, 2, 2, 2, 2, 1, 1, 1, 1))).toEqual({ reasonId: 2, count: 7, among: 9 })
  expect(likelyReason(stops(1, 2))).toEqual({ reasonId: 1, count: 1, among: 2 })
  expect(likelyReason(stops(null))).toBeNull()
})

test('recent reasons are the last three different ones', () => {
  expect(recentReasons(stops(3, 3, null, 1, 3, 2, 4))).toEqual([3, 1, 2])
})

test('the order of the stops does not matter, and the count is that of its reason', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer()), fc.infiniteStream(fc.integer({ min: 1, max: 4 })), (instants, ids) => {
      const all = instants.map((startedAt) => ({ startedAt, reasonId: ids.next().value }))
      const likely = likelyReason(all)
      expect(likelyReason(all.toReversed())).toEqual(likely)
      expect(recentReasons(all.toReversed())).toEqual(recentReasons(all))
      expect(likely === null).toBe(all.length === 0)
    }),
  )
})

test('no more than nine stops count, and no reason is more frequent', () => {
  fc.assert(
    fc.property(anyStops, (all) => {
      const likely = likelyReason(all)
      if (likely === null) return
      expect(likely.among).toBeLessThanOrEqual(9)
      expect(likely.count).toBeGreaterThanOrEqual(1)
      expect(likely.count).toBeLessThanOrEqual(likely.among)
      expect(recentReasons(all).length).toBeLessThanOrEqual(3)
    }),
  )
})
