/**
 * Compares the reports of a unit (excessive downtime, summary, lost time, shift history, critical parts) with reference models,
 * for a plant with a changed past in which people wrote.
 */
import { lostTimeOfOrgUnit, shiftsOfOrgUnit } from '@millwatch/contract/http/reports'
import { partsOfOrgUnit } from '@millwatch/contract/http/reports-parts'
import { referenceLost, referenceOccurrences, thatCount } from '../reference/occurrences.ts'
import { Comparison } from './comparison.ts'
import { iso, type Tape } from './recorded-plant.ts'
import { type WrittenMachine, type WrittenPlant, writtenPlant } from './unit-reports-plant.ts'
import { compareStops } from './unit-reports-stops.ts'
import { compareSummary } from './unit-reports-summary.ts'

const HOUR_MS = 3_600_000
type Period = readonly [from: number, to: number]

/**
 * Compares all reports of the units over several periods with the reference models, before and after rollups are built. Returns
 * the number of compared figures and of excessive stops; throws an error at a difference. `thresholdMs` is the duration from
 * which a stop is excessive at the beginning.
 */
export async function compareUnitReports(
  tapes: readonly Tape[],
  thresholdMs?: number,
): Promise<{ figures: number; stops: number }> {
  const written = await writtenPlant(tapes, thresholdMs)
  const { plant, from } = written
  try {
    const comparison = new Comparison()
    const periods: Period[] = [
      [from - HOUR_MS, plant.now],
      [from + 7 * HOUR_MS + 1234, plant.now - 3 * HOUR_MS - 567],
      [plant.now - 9 * HOUR_MS, plant.now],
    ]
    for (const isBuilt of [false, true]) {
      if (isBuilt) await plant.test.app.flow.rollUp()
      for (const period of periods) await compareAll(written, period, comparison)
    }
    return { figures: comparison.figures, stops: written.notes.size }
  } finally {
    await plant.close()
  }
}

async function compareAll(written: WrittenPlant, period: Period, comparison: Comparison): Promise<void> {
  const { plant, machines } = written
  for (const id of [plant.rootId, ...plant.halls]) {
    const under = id === plant.rootId ? [plant.rootId, ...plant.halls] : [id]
    // "Machines that stand under it now."
    const here = machines
      .filter(({ reference }) => under.includes(reference.settings.at(-1)?.unit ?? 0))
      .toSorted((a, b) => natural.compare(a.name, b.name))
    await compareStops(written, { id, machines: here }, period, comparison)
    await compareSummary(written, { id, under, here }, period, comparison)
    await compareLost(written, { id, machines: here }, period, comparison)
    await compareShifts(written, { id, machines: here }, period, comparison)
  }
  await compareParts(written, period, comparison)
}

const natural = new Intl.Collator('en', { numeric: true })

interface Unit {
  readonly id: number
  readonly machines: readonly WrittenMachine[]
}

/**
 * Compares every occurrence of a shift in the lost time of a unit, machine by machine, with the reference models: times, lost
 * time and excessive parts.
 */
async function compareLost(
  { plant: { test, token, now } }: WrittenPlant,
  unit: Unit,
  [from, to]: Period,
  comparison: Comparison,
): Promise<void> {
  const query = { startDate: iso(from), endDate: iso(to) }
  const { report } = await test.ask(lostTimeOfOrgUnit, { token, params: { id: unit.id }, query })
  const expected = unit.machines.flatMap(({ id, name, reference }) => {
    const running = reference.intervals
      .filter(({ status }) => status === 1)
      .map(({ start, end }) => ({ start, end: end ?? now }))
    const thresholdS = (at: number): number =>
      (reference.settings.findLast((setting) => setting.from <= at)?.thresholdMs ?? 0) / 1000
    const beganAt = reference.intervals[0]?.start ?? now
    return thatCount(referenceOccurrences(reference.rows), beganAt, reference.settings)
      .filter(({ start, end, shift }) => shift > 0 && start < Math.min(to, now) && end > from)
      .map(({ start, end, shift, date }) => {
        const { lateStartMs, earlyShutdownMs, full } = referenceLost({ start, end }, running, now)
        const inside = running.filter((span) => span.start < Math.min(end, now) && span.end > start)
        const ranFrom = inside.length === 0 ? null : Math.max(start, Math.min(...inside.map((span) => span.start)))
        const ranTo = inside.length === 0 ? null : Math.min(end, now, Math.max(...inside.map((span) => span.end)))
        const [lateStart, earlyShutdown] = [lateStartMs / 1000, (earlyShutdownMs ?? 0) / 1000]
        return {
          ...{ equipId: id, equipName: name, start: iso(start), end: iso(end), shift, full, lateStart, earlyShutdown },
          date: String(date).replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3'),
          excessiveDowntimeStart: lateStart >= thresholdS(start),
          excessiveDowntimeShutdown: earlyShutdown >= thresholdS(ranTo ?? start),
          ran_from: ranFrom === null ? null : iso(ranFrom),
          ran_to: ranTo === null ? null : iso(ranTo),
        }
      })
  })
  comparison.same(report, expected, `lost time of unit ${unit.id}, ${query.startDate} to ${query.endDate}`)
}

interface ShiftPiece {
  readonly machine: number
  readonly shift: number
  readonly start: number
  readonly end: number
}

/**
 * Returns rows cut to a period, with adjacent rows of the same machine and shift joined, because rows of shift history may be cut
 * anywhere. The order stays.
 */
function joined(rows: readonly ShiftPiece[], [from, to]: Period): ShiftPiece[] {
  const pieces: ShiftPiece[] = []
  for (const row of rows) {
    const [start, end] = [Math.max(from, row.start), Math.min(to, row.end)]
    const last = pieces.at(-1)
    const isNext = last?.machine === row.machine && last.shift === row.shift && last.end === start
    if (isNext) pieces.splice(-1, 1, { ...last, end })
    else pieces.push({ ...row, start, end })
  }
  return pieces
}

/**
 * Compares the shift history of a unit, machine by machine and by time, with the reference models. A difference throws an
 * assertion error.
 */
async function compareShifts(
  { plant: { test, token } }: WrittenPlant,
  unit: Unit,
  period: Period,
  comparison: Comparison,
): Promise<void> {
  const [from, to] = period
  const query = { startDate: iso(from), endDate: iso(to) }
  const { shifts } = await test.ask(shiftsOfOrgUnit, { token, params: { id: unit.id }, query })
  const expected = unit.machines.flatMap(({ id, reference }) =>
    reference.rows.filter(({ start, end }) => start < to && end > from).map((row) => ({ ...row, machine: id })),
  )
  const answered = shifts.map(([start, end, shift, , machine]) => ({
    ...{ machine, shift },
    ...{ start: Math.round(start * 1000), end: Math.round(end * 1000) },
  }))
  comparison.same(
    joined(answered, period),
    joined(
      expected.map(({ machine, shift, start, end }) => ({ machine, shift, start, end })),
      period,
    ),
    `shift history of unit ${unit.id}, ${query.startDate} to ${query.endDate}`,
  )
}

/**
 * Compares the work on parts in the period, the latest first, and the last work on each part before the end of the period, with
 * what was written. A difference throws an assertion error.
 */
async function compareParts(
  { plant: { test, token, rootId }, partIds, partHistory }: WrittenPlant,
  [from, to]: Period,
  comparison: Comparison,
): Promise<void> {
  const query = { startDate: iso(from), endDate: iso(to) }
  const { history, parts } = await test.ask(partsOfOrgUnit, { token, params: { id: rootId }, query })
  const expected = partHistory
    .filter(({ at }) => at >= from && at < to)
    .toSorted((a, b) => b.at - a.at || b.id - a.id)
    .map(({ id, partId, machineId, action, qty, at }) => ({
      ...{ id, critical_part_id: partId, equipment_id: machineId, action_base: action, qty, created_at: iso(at) },
      ...{ during_stop: true, alarm_id: null },
    }))
  const about = `${query.startDate} to ${query.endDate}`
  comparison.same(history, expected, `parts, ${about}`)
  // By number: P-1, P-9, P-10.
  const lastOf = (partId: number): string | null => {
    const before = partHistory.filter((row) => row.partId === partId && row.at < to).map(({ at }) => at)
    return before.length === 0 ? null : iso(Math.max(...before))
  }
  comparison.same(
    parts.map((part) => [part.id, part.last_maintained_at]),
    partIds.toReversed().map((id) => [id, lastOf(id)]),
    `last work on parts, ${about}`,
  )
}
