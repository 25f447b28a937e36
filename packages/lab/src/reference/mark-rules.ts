/** Compares startup cycles and outliers near their limits, however the cycles are divided into calls. */

import { type CycleEvent, markCycles, nothingMarked, OUTLIER, STARTUP } from '@millwatch/domain/ingest'
import fc from 'fast-check'
import { expect } from 'vitest'
import { referenceMarks } from './marks.ts'
import { settingsOf } from './replay.ts'
import type { ReferenceSet } from './status-data.ts'

const cycle = fc.record({
  cycleMs: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(900, 1100, 1000) },
    { weight: 2, arbitrary: fc.integer({ min: 1250, max: 1350 }) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, 0, 119_999, 120_000, 120_001, 600_000, 600_001) },
  ),
  gapMs: fc.constantFrom(1000, 1000, 1300, 0, 120_001, 700_000),
  count: fc.constantFrom(1, 1, 1, 1, 2, 3),
})

const settings = fc.array(fc.tuple(fc.nat(150_000), fc.constantFrom(60_000, 300_000, null)), { maxLength: 3 })

export function marksAgree(numRuns: number): void {
  let outliers = 0
  const all = fc.property(
    fc.array(cycle, { maxLength: 140, size: 'max' }),
    settings,
    fc.nat(140),
    (drafts, changes, cut) => {
      let at = 0
      const events = drafts.map(({ cycleMs, gapMs, count }, position) => {
        at += gapMs
        return { at, batchId: 'b', position, type: 'cycle' as const, cycleMs, count }
      })
      const maxCycle = [...new Map(changes)].map(([from, ms]) => ({ from, ms })).sort((a, b) => a.from - b.from)
      const set: ReferenceSet = { events, changes: [], maxCycle }
      const cycles = events.map((event): CycleEvent => ({ ...event, cycleMs: event.cycleMs ?? null }))
      const first = markCycles(nothingMarked(null), cycles.slice(0, cut), settingsOf(set))
      const rest = markCycles(JSON.parse(JSON.stringify(first.state)), cycles.slice(cut), settingsOf(set))
      const expected = referenceMarks(set, at).map(({ startup, outlier, derivedMs }) => {
        return { mark: startup ? STARTUP : outlier ? OUTLIER : 0, derivedMs }
      })
      outliers += expected.filter(({ mark }) => mark === OUTLIER).length
      expect([...first.marked, ...rest.marked]).toEqual(expected)
    },
  )
  fc.assert(all, { numRuns })
  expect(outliers, 'outliers among them').toBeGreaterThan(0)
}
