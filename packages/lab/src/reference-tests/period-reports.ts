/**
 * Plays tapes to machines that make runs meanwhile, and compares the reports of runs, of status logs and of raw data over
 * several periods with what the reference models and the tapes themselves give.
 */
import { runsOfEquipment, runsOfOrgUnit } from '@millwatch/contract/http/reports'
import { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import { endRun, startRun } from '@millwatch/contract/http/runs'
import { createTag } from '@millwatch/contract/http/runs-tags'
import { rawDataOfEquipment } from '@millwatch/contract/http/telemetry'
import { manualClock } from '@millwatch/server/platform/clock'
import { expect } from 'vitest'
import { appWithCompany } from '../app/app-with-company.ts'
import { machineWithDevice } from '../app/inject-app.ts'
import { type ReferenceRun, referenceRun } from '../reference/runs.ts'
import { referenceStatus } from '../reference/status.ts'
import { iso, referenceEvent, type Tape } from './recorded-plant.ts'

const BATCH = 300
/** Plans of the runs that each machine makes one after the other; the last run stays open. */
const plans = [
  { cyclesTotal: 20, partsPerCycle: 3 },
  { cyclesTotal: null, partsPerCycle: null },
  { cyclesTotal: 1_000_000, partsPerCycle: 0.3 },
  { cyclesTotal: 50, partsPerCycle: 1, allowOverrun: true },
] as const

type TapeEvent = Tape['batches'][number]['events'][number]

interface PlannedRun extends ReferenceRun {
  readonly id: number
  readonly tagId: number
}

interface Machine {
  readonly id: number
  readonly events: readonly TapeEvent[]
  readonly batches: readonly { readonly batchId: string; readonly events: readonly TapeEvent[] }[]
  readonly runs: readonly PlannedRun[]
}

type Test = Awaited<ReturnType<typeof appWithCompany>>

/**
 * Plays a tape to a new machine in four parts, with a run over each. Within a part the batches are sent from the last to the
 * first. Returns the machine with its events, batches and runs.
 */
async function play(
  { t, token, root }: Test,
  clock: ReturnType<typeof manualClock>,
  tape: Tape,
  tagId: number,
): Promise<Machine> {
  clock.set(tape.firstAt - 1000)
  const machine = await machineWithDevice(t, token, root, tape.name)
  const all = tape.batches.flatMap(({ events }) => events).toSorted((a, b) => a.t - b.t)
  const limits = plans.map((_, i) => Math.floor(tape.firstAt + ((tape.lastAt - tape.firstAt) * (i + 1)) / plans.length))
  const runs: PlannedRun[] = []
  const batches: Machine['batches'][number][] = []
  for (const [part, plan] of plans.entries()) {
    const startedAt = clock.now()
    const { run } = await t.ask(startRun, { token, body: { equipId: machine.id, tags: [tagId], ...plan } })
    const isLast = part === plans.length - 1
    const from = part === 0 ? Number.NEGATIVE_INFINITY : (limits[part - 1] ?? 0)
    const to = isLast ? Number.POSITIVE_INFINITY : (limits[part] ?? 0)
    const events = all.filter((event) => event.t > from && event.t <= to)
    const chunks = Array.from({ length: Math.ceil(events.length / BATCH) }, (_, i) => ({
      batchId: `${part}-${String(i).padStart(4, '0')}`,
      events: events.slice(i * BATCH, (i + 1) * BATCH),
    }))
    clock.set((isLast ? tape.lastAt : to) + 1)
    for (const { batchId, events: sent } of chunks.toReversed()) await machine.send([...sent], batchId)
    batches.push(...chunks)
    const { runs: present } = await t.ask(runsOfEquipment, {
      token,
      params: { id: machine.id },
      query: period(startedAt, clock.now()),
    })
    const isActive = present.find(({ id }) => id === run.id)?.ended_at === null
    const endedByPersonAt = isActive && !isLast ? clock.now() : null
    if (endedByPersonAt !== null) await t.ask(endRun, { token, params: { id: run.id }, body: { scrap: part } })
    const allowOverrun = plan.cyclesTotal === null || 'allowOverrun' in plan
    runs.push({ ...plan, allowOverrun, id: run.id, tagId, startedAt, endedByPersonAt })
  }
  return { id: machine.id, events: all, batches, runs }
}

const period = (from: number, to: number) => ({ startDate: iso(from), endDate: iso(to) })

/**
 * Returns the rows that the report of runs must contain for a machine and a period: the runs that overlap it, the latest first.
 */
function expectedRuns({ id: machineId, events, runs }: Machine, from: number, to: number, now: number) {
  const cycles = events.filter(({ type }) => type === 'cycle').map(({ t: at, count = 1 }) => ({ at, count }))
  return runs
    .map((run) => {
      const { endedAt, cyclesCurrent, parts } = referenceRun(run, cycles)
      const { cyclesTotal, partsPerCycle } = run
      return {
        id: run.id,
        equipment_id: machineId,
        tag_ids: [run.tagId],
        started_at: iso(run.startedAt),
        ended_at: endedAt === null ? null : iso(endedAt),
        cycles_current: cyclesCurrent,
        parts_actual: parts,
        parts_desired: cyclesTotal === null ? null : cyclesTotal * (partsPerCycle ?? 1),
        duration_s: ((endedAt ?? now) - run.startedAt) / 1000,
      }
    })
    .filter((run) => Date.parse(run.started_at) < to && (run.ended_at === null || Date.parse(run.ended_at) > from))
    .toSorted((a, b) => (a.started_at < b.started_at ? 1 : -1))
}

/**
 * Returns the rows that the status log of a machine must contain for a period, by the reference model: the intervals that overlap
 * it, with their full times, ascending.
 */
function expectedLog({ batches }: Machine, from: number, to: number, now: number) {
  const events = batches.flatMap(({ batchId, events: sent }) =>
    sent.map((event, i) => referenceEvent(batchId, i, event)),
  )
  return referenceStatus({ events, changes: [], maxCycle: [] }, now)
    .filter(({ start, end }) => start < to && (end === null || end > from))
    .map(({ status, start, end }) => ({
      status_id: status,
      started_at: iso(start),
      ended_at: end === null ? null : iso(end),
      duration_s: ((end ?? now) - start) / 1000,
    }))
}

/**
 * Returns the rows that the raw data of a machine must contain for a period, from `from` (inclusive) to `to` (exclusive), made of
 * its tape alone: the cycles and readings, ascending.
 */
function expectedRows(machine: Machine, from: number, to: number, now: number) {
  const runs = expectedRuns(machine, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, now)
  return machine.events
    .filter(({ t: at, type }) => at >= from && at < to && (type === 'cycle' || type === 'tlm'))
    .map((event) => {
      const isCycle = event.type === 'cycle' && event.count !== 0
      const run = runs.find(
        ({ started_at, ended_at }) =>
          Date.parse(started_at) < event.t && (ended_at === null || event.t <= Date.parse(ended_at)),
      )
      const analog = event.analog_in_1 ?? null
      const cycleTime = isCycle && event.cycle_time !== undefined ? Math.round(event.cycle_time * 1000) / 1000 : null
      return [
        event.t / 1000,
        cycleTime,
        event.temperature_1 ?? null,
        analog,
        analog,
        run?.tag_ids ?? [],
        isCycle ? 1 : 2,
      ]
    })
}

/** Returns the number of fields of all rows, which is the number of compared figures, texts and instants. */
const figuresIn = (rows: readonly object[]): number => rows.reduce((sum, row) => sum + Object.values(row).length, 0)

/**
 * Plays tapes and compares the reports of runs, status and raw data over the whole tape and two parts of it. Returns the number
 * of compared figures; throws an assertion error at a difference.
 */
export async function comparePeriodReports(tapes: readonly Tape[]): Promise<number> {
  const clock = manualClock(Math.min(...tapes.map(({ firstAt }) => firstAt)) - 10_000)
  const test = await appWithCompany({ clock })
  const { t, token, root } = test
  const { tag } = await t.ask(createTag, { token, body: { name: 'AX-117' } })
  let compared = 0
  const compare = (actual: readonly object[], expected: readonly object[]): void => {
    expect(actual).toEqual(expected)
    compared += figuresIn(expected)
  }
  for (const tape of tapes) {
    const machine = await play(test, clock, tape, tag.id)
    const now = clock.now()
    const at = (share: number): number => Math.floor(tape.firstAt + (now - tape.firstAt) * share)
    for (const [from, to] of [
      [at(0), now],
      [at(0.2), at(0.55)],
      [at(0.5), at(0.9)],
    ] as const) {
      const request = { token, params: { id: machine.id }, query: period(from, to) }
      const runs = expectedRuns(machine, from, to, now)
      const { runs: ofMachine } = await t.ask(runsOfEquipment, request)
      compare(
        ofMachine.map((run, i) => pick(run, runs[i] ?? {})),
        runs,
      )
      const { runs: ofUnit } = await t.ask(runsOfOrgUnit, { ...request, params: { id: root } })
      expect(ofUnit.filter((run) => run.equipment_id === machine.id)).toEqual(ofMachine)
      const log = expectedLog(machine, from, to, now)
      const { data } = await t.ask(statusOfEquipment, request)
      compare(
        data.map((row, i) => pick(row, log[i] ?? {})),
        log,
      )
      compare((await t.ask(rawDataOfEquipment, request)).data, expectedRows(machine, from, to, now))
    }
  }
  return compared
}

/** Returns a copy of a row with only the fields that the expected row also has. */
const pick = (row: object, expected: object): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name in expected))
