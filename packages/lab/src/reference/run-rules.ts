/** Compares the end and the cycles of a run with a count from its first cycle. */

import { completionOf, countedRun, partsOf, runAt } from '@millwatch/domain/runs'
import fc from 'fast-check'
import { expect } from 'vitest'
import { referenceRun } from './runs.ts'

const at = fc.integer({ min: 0, max: 60 })
const cycles = fc.array(fc.record({ at, count: fc.constantFrom(1, 1, 1, 2, 5) }), { maxLength: 40 })

const run = fc.record({
  startedAt: at,
  endedByPersonAt: fc.option(at, { freq: 2 }),
  cyclesTotal: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 4 }),
  partsPerCycle: fc.option(fc.constantFrom(1, 2, 0.5), { freq: 3 }),
  allowOverrun: fc.constantFrom(false, false, true),
})

/**
 * Compares `numRuns` random runs, whose cycles arrive in any order, with the reference model; a run is counted again after each
 * arrival. Throws an error at a counter-example.
 */
export function runsAgree(numRuns: number): void {
  const property = fc.property(run, cycles, (given, all) => {
    const testRun = { ...given, endedByPersonAt: after(given.endedByPersonAt, given.startedAt) }
    const { startedAt, cyclesTotal, partsPerCycle, allowOverrun } = testRun
    let counted = { endedAt: testRun.endedByPersonAt, endedByCount: false, cycles: 0 }
    for (const [i] of all.entries()) {
      const arrived = all.slice(0, i + 1)
      const { endedAt, endedByCount } = counted
      const ofRun = arrived.filter((cycle) => startedAt < cycle.at && (endedAt === null || cycle.at <= endedAt))
      const done = ofRun.reduce((sum, { count }) => sum + count, 0)
      const completion = cyclesTotal === null ? null : completionOf(ofRun, cyclesTotal)
      counted = countedRun({ endedAt, endedByCount, cyclesTotal, allowOverrun }, done, completion)
    }
    const expected = referenceRun(
      testRun,
      [...all].sort((a, b) => a.at - b.at),
    )
    expect({ endedAt: counted.endedAt, cycles: counted.cycles }).toEqual({
      endedAt: expected.endedAt,
      cycles: expected.cyclesCurrent,
    })
    expect(partsOf(counted.cycles, { partsPerCycle })).toBe(expected.parts)
    for (const cycle of all) {
      const span = { startedAt, endedAt: expected.endedAt, partsPerCycle }
      const isOwn = startedAt < cycle.at && (expected.endedAt === null || cycle.at <= expected.endedAt)
      expect(runAt([span], cycle.at)).toBe(isOwn ? span : null)
    }
  })
  fc.assert(property, { numRuns })
}

const after = (endedAt: number | null, startedAt: number) => (endedAt === null ? null : Math.max(startedAt, endedAt))
