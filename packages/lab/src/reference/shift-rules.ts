/** Compares the shift occurrences of the domain with those of the reference model. */

import { normaliseSchedule, shiftsOfSchedule, type WeekOfRanges } from '@millwatch/domain/schedules'
import { datedRanges, lostTime, occurrencesOf, type ShiftRow } from '@millwatch/domain/shifts'
import fc from 'fast-check'
import { expect } from 'vitest'
import { intervalMs, period, rows, schedule } from './arbitraries.ts'
import { referenceLost, referenceOccurrences } from './occurrences.ts'
import { joined, type ReferenceRow, scheduledByPlan } from './shifts.ts'

export const rowOf = ({ start, end, shift, zone }: ReferenceRow): ShiftRow => ({
  startedAt: start,
  endedAt: end,
  shift: shift as ShiftRow['shift'],
  zone,
})

export function occurrencesAgree(numRuns: number): void {
  const property = fc.property(rows, (all) => {
    const expected = referenceOccurrences(all)
    const actual = occurrencesOf(all.map(rowOf))
    expect(actual.map(({ from, to, shift, shiftDate }) => ({ from, to, shift, shiftDate }))).toEqual(
      expected.map(({ start, end, shift, date }) => ({ from: start, to: end, shift, shiftDate: date })),
    )
    const pieces = expected
      .flatMap(({ rows: occurrenceRows, shift, date }) =>
        occurrenceRows.map(({ start, end }) => ({ from: start, to: end, shift, shiftDate: date })),
      )
      .sort((a, b) => a.from - b.from)
    expect(
      datedRanges(all.map(rowOf)).map(({ from, to, shift, shiftDate }) => ({ from, to, shift, shiftDate })),
    ).toEqual(pieces)
  })
  fc.assert(property, { numRuns })
}

export function lostTimeAgrees(numRuns: number): void {
  const questions = fc.record({
    rows,
    steps: fc.array(fc.tuple(intervalMs, intervalMs), { maxLength: 6 }),
    later: intervalMs,
  })
  const property = fc.property(questions, ({ rows: all, steps, later }) => {
    let at = (all[0]?.start ?? 0) - 3_600_000
    const running = steps.map(([gapMs, lengthMs]) => {
      const start = at + gapMs + 1
      at = start + lengthMs + 1
      return { start, end: at }
    })
    for (const occurrence of referenceOccurrences(all)) {
      const now = occurrence.start + 1 + later
      const ranges = running
        .filter(({ start }) => start < now)
        .map(({ start, end }) => ({ start, end: Math.min(end, now) }))
      const expected = referenceLost(occurrence, ranges, now)
      const actual = lostTime(
        { from: occurrence.start, to: occurrence.end },
        ranges.map(({ start, end }) => ({ from: start, to: end })),
        now,
      )
      expect(actual.lateStartMs).toBe(expected.lateStartMs)
      expect(actual.isFull).toBe(expected.full)
      expect(actual.earlyShutdownMs).toBe(expected.earlyShutdownMs ?? 0)
    }
  })
  fc.assert(property, { numRuns })
}

/**
 * Compares the shifts that `numRuns` random schedules give for random periods in random zones with the reference model. Throws an
 * error at a counter-example.
 */
export function schedulesAgree(numRuns: number): void {
  const questions = fc.record({ schedule, period })
  const property = fc.property(questions, ({ schedule: week, period: { from, to, zone } }) => {
    const actual = shiftsOfSchedule(normaliseSchedule(week as WeekOfRanges), zone, { from, to })
    const reference = scheduledByPlan({ at: 0, schedule: week, zone }, from, to)
    expect(joined(actual.map(referenceRowOf))).toEqual(joined(reference))
  })
  fc.assert(property, { numRuns })
}

export const referenceRowOf = ({ startedAt, endedAt, shift, zone }: ShiftRow): ReferenceRow => ({
  start: startedAt,
  end: endedAt,
  shift,
  zone,
})
