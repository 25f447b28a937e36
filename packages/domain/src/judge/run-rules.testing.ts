/** Where a run ends and what it counts, against counting from its first cycle. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { completionOf, countedRun, partsOf, runAt } from '../runs/index.ts'
import { naiveRun } from './runs.testing.ts'

const at = fc.integer({ min: 0, max: 60 })
const cycles = fc.array(fc.record({ at, count: fc.constantFrom(1, 1, 1, 2, 5) }), { maxLength: 40 })

const run = fc.record({
  startedAt: at,
  endedByPersonAt: fc.option(at, { freq: 2 }),
  cyclesTotal: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 4 }),
  partsPerCycle: fc.option(fc.constantFrom(1, 2, 0.5), { freq: 3 }),
  allowOverrun: fc.constantFrom(false, false, true),
})

/** Cycles in any order; the run is counted again after each, as they arrive. */
export function runsAgree(numRuns: number): void {
  const property = fc.property(run, cycles, (given, all) => {
    const asked = { ...given, endedByPersonAt: after(given.endedByPersonAt, given.startedAt) }
    const { startedAt, cyclesTotal, partsPerCycle, allowOverrun } = asked
    let told = { endedAt: asked.endedByPersonAt, endedByCount: false, cycles: 0 }
    for (const [i] of all.entries()) {
      const heard = all.slice(0, i + 1)
      const { endedAt, endedByCount } = told
      const own = heard.filter((one) => startedAt < one.at && (endedAt === null || one.at <= endedAt))
      const done = own.reduce((sum, { count }) => sum + count, 0)
      const completion = cyclesTotal === null ? null : completionOf(own, cyclesTotal)
      told = countedRun({ endedAt, endedByCount, cyclesTotal, allowOverrun }, done, completion)
    }
    const expected = naiveRun(
      asked,
      [...all].sort((a, b) => a.at - b.at),
    )
    expect({ endedAt: told.endedAt, cycles: told.cycles }).toEqual({
      endedAt: expected.endedAt,
      cycles: expected.cyclesCurrent,
    })
    expect(partsOf(told.cycles, { partsPerCycle })).toBe(expected.parts)
    for (const one of all) {
      const span = { startedAt, endedAt: expected.endedAt, partsPerCycle }
      const isOwn = startedAt < one.at && (expected.endedAt === null || one.at <= expected.endedAt)
      expect(runAt([span], one.at)).toBe(isOwn ? span : null)
    }
  })
  fc.assert(property, { numRuns })
}

const after = (endedAt: number | null, startedAt: number) => (endedAt === null ? null : Math.max(startedAt, endedAt))
