import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { largestTotals, MOST_TOTALS, stopTotals, sumStops } from './stop-totals.ts'

const stop = fc.record({
  reasonId: fc.option(fc.integer({ min: 1, max: 30 })),
  stops: fc.integer({ min: 1, max: 3 }),
  ms: fc.integer({ min: 0, max: 100_000 }),
})

describe('totals of stops', () => {
  test('are by key, the longest time first, no reason beside the reasons', () => {
    const stops = [
      { reasonId: 1, stops: 1, ms: 100 },
      { reasonId: null, stops: 1, ms: 250 },
      { reasonId: 1, stops: 1, ms: 200 },
      { reasonId: 2, stops: 3, ms: 300 },
    ]
    expect(stopTotals(stops, ({ reasonId }) => reasonId)).toEqual([
      { key: 2, stops: 3, ms: 300 },
      { key: 1, stops: 2, ms: 300 },
      { key: null, stops: 1, ms: 250 },
    ])
    expect(largestTotals([])).toEqual({ largest: [], others: null })
  })

  test('with their others come to the sum of all stops, in any order and any grouping', () => {
    fc.assert(
      fc.property(fc.array(stop), fc.integer({ min: 0, max: 12 }), (stops, cut) => {
        const totals = stopTotals(stops, ({ reasonId }) => reasonId)
        const { largest, others } = largestTotals(totals)
        expect(largest.length).toBeLessThanOrEqual(MOST_TOTALS)
        expect(sumStops(others === null ? largest : [...largest, others])).toEqual(sumStops(stops))
        const parts = [stops.slice(0, cut), stops.slice(cut)].flatMap((part) =>
          stopTotals(part, ({ reasonId }) => reasonId),
        )
        const byKey = (all: typeof totals) => new Map(all.map(({ key, ...total }) => [key, total]))
        expect(byKey(stopTotals(parts, ({ key }) => key))).toEqual(byKey(totals))
      }),
    )
  })
})
