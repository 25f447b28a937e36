import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isBelowQuantity, isEndedIn, partsShare, type RunResult, sumOfRuns } from './index.ts'

const result = (partsDesired: number | null, partsActual: number, scrapQty = 0): RunResult => ({
  partsDesired,
  partsActual,
  scrapQty,
})
const results = fc.array(
  fc.record({
    partsDesired: fc.option(fc.integer({ min: 1, max: 5000 })),
    partsActual: fc.integer({ min: 0, max: 6000 }),
    scrapQty: fc.integer({ min: 0, max: 500 }),
  }),
)

it('sums runs, and compares with their totals only those that have one', () => {
  const sums = sumOfRuns([result(900, 640, 17), result(1500, 1503, 12), result(null, 48, 9)])
  expect(sums).toMatchObject({ runs: 3, partsActual: 2191, runsWithTotal: 2, runsAtTotal: 1, scrapQty: 38 })
  expect(sums).toMatchObject({ partsDesired: 2400, partsActualOfDesired: 2143 })
  expect(sums.pctOfDesired).toBeCloseTo(89.2917, 4)
  expect(sums.scrapPct).toBeCloseTo(1.7344, 4)
})

it('has no percentage of nothing', () => {
  expect(sumOfRuns([])).toMatchObject({ runs: 0, pctOfDesired: null, scrapPct: null })
  expect(sumOfRuns([result(null, 0, 3)])).toMatchObject({ pctOfDesired: null, scrapPct: null, scrapQty: 3 })
  expect([partsShare(3, null), partsShare(3, 0), partsShare(3, 4)]).toEqual([null, null, 75])
})

it('sums the runs of two parts as all together', () => {
  fc.assert(
    fc.property(results, results, (some, others) => {
      const [a, b, both] = [sumOfRuns(some), sumOfRuns(others), sumOfRuns([...some, ...others])]
      for (const name of ['runs', 'partsActual', 'runsWithTotal', 'runsAtTotal', 'partsDesired', 'scrapQty'] as const)
        expect(both[name]).toBe(a[name] + b[name])
      expect(both.runsWithTotal - both.runsAtTotal).toBe([...some, ...others].filter(isBelowQuantity).length)
    }),
  )
})

it('puts a run into the period that contains its end, of periods that follow each other exactly one', () => {
  expect([99, 100, 101, 200, 201].map((endedAt) => isEndedIn({ endedAt }, { from: 100, to: 200 }))).toEqual([
    false,
    false,
    true,
    true,
    false,
  ])
  expect(isEndedIn({ endedAt: null }, { from: 100, to: 200 })).toBe(false)
  const bounds = fc
    .uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 2 })
    .map((all) => all.toSorted((a, b) => a - b))
  fc.assert(
    fc.property(bounds, fc.integer({ min: 0, max: 1000 }), (limits, endedAt) => {
      const periods = limits.slice(1).map((to, i) => ({ from: limits[i] ?? 0, to }))
      const isInside = endedAt > (limits[0] ?? 0) && endedAt <= (limits.at(-1) ?? 0)
      expect(periods.filter((period) => isEndedIn({ endedAt }, period))).toHaveLength(isInside ? 1 : 0)
    }),
  )
})
