/** Occurrences: the domain's own functions against the naive ones. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { normaliseSchedule, shiftsOfSchedule, type WeekOfRanges } from '../schedules/index.ts'
import { lostTime, occurrencesOf, type ShiftRow, shiftPieces } from '../shifts/index.ts'
import { period, rows, schedule, stretchMs } from './arbitraries.testing.ts'
import { naiveLost, naiveOccurrences } from './occurrences.testing.ts'
import { joined, type NaiveRow, scheduledByPlan } from './shifts.testing.ts'

export const rowOf = ({ start, end, shift, zone }: NaiveRow): ShiftRow => ({
  startedAt: start,
  endedAt: end,
  shift: shift as ShiftRow['shift'],
  zone,
})

export function occurrencesAgree(numRuns: number): void {
  const property = fc.property(rows, (all) => {
    const expected = naiveOccurrences(all)
    const told = occurrencesOf(all.map(rowOf))
    expect(told.map(({ from, to, shift, shiftDate }) => ({ from, to, shift, shiftDate }))).toEqual(
      expected.map(({ start, end, shift, date }) => ({ from: start, to: end, shift, shiftDate: date })),
    )
    const pieces = expected
      .flatMap(({ rows: of, shift, date }) =>
        of.map(({ start, end }) => ({ from: start, to: end, shift, shiftDate: date })),
      )
      .sort((a, b) => a.from - b.from)
    expect(
      shiftPieces(all.map(rowOf)).map(({ from, to, shift, shiftDate }) => ({ from, to, shift, shiftDate })),
    ).toEqual(pieces)
  })
  fc.assert(property, { numRuns })
}

export function lostTimeAgrees(numRuns: number): void {
  const asked = fc.record({ rows, steps: fc.array(fc.tuple(stretchMs, stretchMs), { maxLength: 6 }), later: stretchMs })
  const property = fc.property(asked, ({ rows: all, steps, later }) => {
    let at = (all[0]?.start ?? 0) - 3_600_000
    const running = steps.map(([gapMs, lengthMs]) => {
      const start = at + gapMs + 1
      at = start + lengthMs + 1
      return { start, end: at }
    })
    for (const occurrence of naiveOccurrences(all)) {
      const now = occurrence.start + 1 + later
      const known = running
        .filter(({ start }) => start < now)
        .map(({ start, end }) => ({ start, end: Math.min(end, now) }))
      const expected = naiveLost(occurrence, known, now)
      const told = lostTime(
        { from: occurrence.start, to: occurrence.end },
        known.map(({ start, end }) => ({ from: start, to: end })),
        now,
      )
      expect(told.lateStartMs).toBe(expected.lateStartMs)
      expect(told.isFull).toBe(expected.full)
      expect(told.earlyShutdownMs).toBe(expected.earlyShutdownMs ?? 0)
    }
  })
  fc.assert(property, { numRuns })
}

/** What a schedule says of any days in any zone, cut at any two instants. */
export function schedulesAgree(numRuns: number): void {
  const asked = fc.record({ schedule, period })
  const property = fc.property(asked, ({ schedule: week, period: { from, to, zone } }) => {
    const told = shiftsOfSchedule(normaliseSchedule(week as WeekOfRanges), zone, { from, to })
    const naive = scheduledByPlan({ at: 0, schedule: week, zone }, from, to)
    expect(joined(told.map(naiveRowOf))).toEqual(joined(naive))
  })
  fc.assert(property, { numRuns })
}

export const naiveRowOf = ({ startedAt, endedAt, shift, zone }: ShiftRow): NaiveRow => ({
  start: startedAt,
  end: endedAt,
  shift,
  zone,
})
