/**
 * Compares the lost time of a plant, as the Lost Time Report sums it by date, shift and machine, with what the reference model
 * computes from the stored intervals of status and the stored shift history.
 */
import { lostTimeOfOrgUnit, shiftsOfOrgUnit } from '@millwatch/contract/http/reports'
import { statusOfOrgUnit } from '@millwatch/contract/http/reports-status'
import { type LostShift, lostByDate, lostMsOf } from '@millwatch/domain/shifts'
import fc from 'fast-check'
import { expect } from 'vitest'
import { referenceLost, referenceOccurrences, thatCount } from '../reference/occurrences.ts'
import { iso, Plant, type Tape, zone } from './recorded-plant.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MINUTE_MS = 60_000
/** Time in ms before and after a period in which shifts and status that touch a shift of the period must lie. */
const AROUND_MS = 4 * DAY_MS

const ms = (seconds: number) => Math.round(seconds * 1000)

/** Lost time in ms by the keys `date`, `date shift` and `date shift machine`; the date is YYYY-MM-DD. */
type Figures = ReadonlyMap<string, number>

function summed(entries: readonly { keys: readonly string[]; lostMs: number }[]): Figures {
  const sums = new Map<string, number>()
  for (const { keys, lostMs } of entries) for (const key of keys) sums.set(key, (sums.get(key) ?? 0) + lostMs)
  return sums
}

const keysOf = (date: string, shift: number, machine: number) => [
  date,
  `${date} ${shift}`,
  `${date} ${shift} ${machine}`,
]

interface Asked {
  readonly plant: Plant
  readonly from: number
  readonly to: number
}

/**
 * Returns the lost time over a period that the reference model computes from the stored shift history and the stored status of
 * all machines under the root.
 */
async function expectedFigures({ plant: { test, token, rootId, now }, from, to }: Asked): Promise<Figures> {
  const query = { startDate: iso(from - AROUND_MS), endDate: iso(to + AROUND_MS) }
  const { shifts } = await test.ask(shiftsOfOrgUnit, { token, params: { id: rootId }, query })
  const whole = { startDate: iso(Date.UTC(2000, 0, 2)), endDate: iso(now) }
  const { equipment } = await test.ask(statusOfOrgUnit, { token, params: { id: rootId }, query: whole })
  return summed(
    equipment.flatMap(({ id, data }) => {
      const intervals = data.map(([status, start, end]) => ({
        status,
        start: ms(start),
        end: end === null ? now : ms(end),
      }))
      const running = intervals.filter(({ status }) => status === 1)
      const rows = shifts
        .filter(([, , , , machine]) => machine === id)
        .map(([start, end, shift]) => ({ start: ms(start), end: ms(end), shift, zone }))
      return thatCount(referenceOccurrences(rows), intervals[0]?.start ?? now, [{ from: 0, active: true }])
        .filter(({ start, end, shift }) => shift > 0 && start < Math.min(to, now) && end > from)
        .map((occurrence) => {
          const { lateStartMs, earlyShutdownMs } = referenceLost(occurrence, running, now)
          const day = String(occurrence.date)
          const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
          return { keys: keysOf(date, occurrence.shift, id), lostMs: lateStartMs + (earlyShutdownMs ?? 0) }
        })
    }),
  )
}

/**
 * Returns the lost time over a period that the Lost Time Report of the root unit gives, with the same keys as `expectedFigures`.
 */
async function reportedFigures({ plant: { test, token, rootId, now }, from, to }: Asked): Promise<Figures> {
  const query = { startDate: iso(from), endDate: iso(to) }
  const { report } = await test.ask(lostTimeOfOrgUnit, { token, params: { id: rootId }, query })
  const rows: LostShift[] = report.map((row) => ({
    equipmentId: row.equipId,
    date: row.date,
    shift: row.shift,
    from: Date.parse(row.start),
    to: Date.parse(row.end),
    lateStartMs: ms(row.lateStart),
    earlyShutdownMs: ms(row.earlyShutdown),
  }))
  const figures = new Map<string, number>()
  for (const { date, sum, shifts, machines } of lostByDate(rows, [], now)) {
    figures.set(date, lostMsOf(sum))
    for (const part of shifts) figures.set(`${date} ${part.shift}`, lostMsOf(part.sum))
    for (const machine of machines)
      for (const [shift, same] of Map.groupBy(machine.rows, (row) => row.shift))
        figures.set(
          `${date} ${shift} ${machine.equipmentId}`,
          same.reduce((lostMs, row) => lostMs + lostMsOf(row), 0),
        )
  }
  return figures
}

const sorted = (figures: Figures) => [...figures].sort(([a], [b]) => (a < b ? -1 : 1))

/**
 * Plays tapes to machines with three shifts, changes and edits their past, and compares the lost time of the whole time, of each
 * day and of a period that begins inside a shift with the reference model. Returns the number of compared figures; throws an
 * assertion error at a difference.
 */
export async function compareLostMinutes(tapes: readonly Tape[]): Promise<number> {
  const firstAt = Math.min(...tapes.map((tape) => tape.firstAt))
  const lastAt = Math.max(...tapes.map((tape) => Math.max(tape.lastAt, tape.firstAt + 40 * HOUR_MS)))
  const plant = await Plant.open(lastAt + 17 * MINUTE_MS)
  try {
    for (const tape of tapes) await plant.play(tape)
    const days = Array.from({ length: Math.ceil((lastAt - firstAt) / DAY_MS) }, (_, day) => firstAt + day * DAY_MS)
    const periods = [
      [firstAt - DAY_MS, plant.now],
      [firstAt + 7 * HOUR_MS + 1234, lastAt - 3 * HOUR_MS - 567],
      ...days.map((from) => [from, from + DAY_MS]),
    ] as const
    let compared = 0
    for (const [from, to] of periods) {
      const expected = await expectedFigures({ plant, from, to })
      expect(sorted(await reportedFigures({ plant, from, to })), `${iso(from)} to ${iso(to)}`).toEqual(sorted(expected))
      compared += expected.size
    }
    return compared
  } finally {
    await plant.close()
  }
}

const EPOCH = Date.UTC(2026, 2, 5, 3, 21)
const LENGTH_MS = 6 * DAY_MS

/**
 * Generator of the events of a device that runs, stands or is silent in random pieces over at most six days, across a clock
 * change.
 */
const randomTape = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 40_000 }), fc.constantFrom('running', 'down', 'down', 'silent')), {
    minLength: 20,
    maxLength: 60,
  })
  .map((pieces) => {
    const events: { t: number; type: string; status?: string; since?: number }[] = []
    let at = EPOCH
    for (const [seconds, kind] of pieces) {
      const end = Math.min(EPOCH + LENGTH_MS, at + seconds * 1000 + 1)
      if (end <= at) break
      if (kind !== 'silent') {
        events.push({ t: at, type: 'status', status: kind })
        events.push({ t: end - 1, type: 'ping', since: at })
      }
      at = end
    }
    return events
  })

/** Returns `count` tapes of random devices, each in three batches. The same seed gives the same tapes. */
export const randomTapes = (count: number, seed: number): Tape[] =>
  fc.sample(randomTape, { numRuns: count, seed }).map((events, i) => ({
    name: `random ${i}`,
    batches: [0, 1, 2].map((part) => ({
      batchId: `random-${part}`,
      events: events.filter((_, place) => Math.floor((3 * place) / events.length) === part),
    })),
    firstAt: events[0]?.t ?? EPOCH,
    lastAt: events.at(-1)?.t ?? EPOCH,
  }))
