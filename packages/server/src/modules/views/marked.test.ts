import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MarkedSums } from './marked.ts'

const cycle = fc.record({
  at: fc.integer({ min: 0, max: 999 }),
  cycleMs: fc.integer({ min: 1, max: 20 }),
  mark: fc.constantFrom(1, 2),
  count: fc.integer({ min: 1, max: 30 }),
})

type Cycle = typeof cycle extends fc.Arbitrary<infer C> ? C : never

const presented = (cycles: readonly Cycle[], width: number) => {
  const sums = new MarkedSums({ from: 0, to: 1000 }, width)
  for (const { at, cycleMs, mark, count } of cycles) sums.add(at, cycleMs, mark, count)
  return sums.present()
}

const sum = (cycles: readonly Cycle[]) => cycles.reduce((all, { count }) => all + count, 0)

test('of each part and mark the greatest stands, in time order, and says for how many cycles', () => {
  fc.assert(
    fc.property(fc.array(cycle, { maxLength: 60 }), fc.integer({ min: 1, max: 30 }), (cycles, width) => {
      const parts = Object.groupBy(cycles, ({ at, mark }) => `${Math.floor((at * width) / 1000)} ${mark}`)
      const expected = Object.values(parts)
        .map((part = []) => {
          const greatest = Math.max(...part.map(({ cycleMs }) => cycleMs))
          const at = Math.min(...part.filter(({ cycleMs }) => cycleMs === greatest).map((sample) => sample.at))
          return { at, cycle_time: greatest / 1000, mark: part[0]?.mark, count: sum(part) }
        })
        .sort((a, b) => a.at - b.at || (a.mark ?? 0) - (b.mark ?? 0))
      const { at, cycle_time, mark, count } = presented(cycles, width)
      expect(
        at.map((instant, i) => ({ at: instant, cycle_time: cycle_time[i], mark: mark[i], count: count[i] })),
      ).toEqual(expected)
    }),
  )
})

test('the order in which they come does not matter', () => {
  fc.assert(
    fc.property(fc.array(cycle, { maxLength: 40 }), (cycles) => {
      expect(presented(cycles.toReversed(), 7)).toEqual(presented(cycles, 7))
    }),
  )
})
