/**
 * Plays a recording to a machine with three shifts, its second half first; then changes settings as of past instants and edits
 * past shifts. It builds the same for the reference model.
 */
import { readJob } from '@millwatch/contract/http/jobs'
import { shiftsOfEquipment } from '@millwatch/contract/http/reports'
import { updateScheduleOfOrgUnit } from '@millwatch/contract/http/schedules'
import { destroyShifts, insertShifts, updateShifts } from '@millwatch/contract/http/shifts'
import { createOrgUnit, updateEquipment } from '@millwatch/contract/http/tree'
import { manualClock } from '@millwatch/server/platform/clock'
import { expect } from 'vitest'
import { companyWithPeople, type InjectApp, injectApp, machineWithDevice } from '../app/inject-app.ts'
import type { Recording } from '../recordings/recordings.ts'
import { threeShifts } from '../reference/arbitraries.ts'
import type { ReferenceMachine, ReferenceReading, ReferenceSettings } from '../reference/machine.ts'
import { referenceMarks } from '../reference/marks.ts'
import { type ReferenceEdit, referenceShifts } from '../reference/shifts.ts'
import { referenceStatus } from '../reference/status.ts'
import type { ReferenceEvent, ReferenceSetting } from '../reference/status-data.ts'

const HOUR_MS = 3_600_000
const soon = { lostAfterS: 10, checkEveryS: 1, pollEveryS: 0.5 }
export const zone = 'America/New_York'
export const iso = (at: number) => new Date(at).toISOString()

/** Event as devices of the recordings send it. `t` and `since` are epoch ms, `cycle_time` is s. */
interface SentEvent {
  readonly t: number
  readonly type: string
  readonly cycle_time?: number
  readonly count?: number
  readonly temperature_1?: number | null
  readonly analog_in_1?: number | null
  readonly status?: string
  readonly on?: boolean
  readonly since?: number
}

/**
 * Events of a device of a recording, each once and ascending, in batches that are made anew. `firstAt` and `lastAt` are the
 * instants of the first and last event (epoch ms).
 */
export interface Tape {
  readonly name: string
  readonly batches: readonly { readonly batchId: string; readonly events: readonly SentEvent[] }[]
  readonly firstAt: number
  readonly lastAt: number
}

const BATCH = 400

export function tapesOf(recording: Recording): Tape[] {
  return Object.keys(recording.expected).map((device) => {
    const lines = recording.lines.filter((line) => line.device === device)
    const batches = [...new Map(lines.map((line) => [line.batch_id, line])).values()]
    const events = batches.flatMap((line) => line.events as readonly SentEvent[])
    const inOrder = events.map((event, i) => ({ event, i })).sort((a, b) => a.event.t - b.event.t || a.i - b.i)
    const sent = inOrder.map(({ event }) => event)
    const chunks = Array.from({ length: Math.ceil(sent.length / BATCH) }, (_, i) => ({
      batchId: `tape-${String(i).padStart(5, '0')}`,
      events: sent.slice(i * BATCH, (i + 1) * BATCH),
    }))
    return {
      name: `${recording.name} ${device}`,
      batches: chunks,
      firstAt: sent[0]?.t ?? 0,
      lastAt: sent.at(-1)?.t ?? 0,
    }
  })
}

/**
 * Returns an event in the form of the reference model of status: seconds become ms, and an absent count is 1. Types that do not
 * show the status become `tlm`.
 */
export function referenceEvent(batchId: string, position: number, sent: SentEvent): ReferenceEvent {
  const base = { at: sent.t, batchId, position }
  if (sent.type === 'cycle') {
    const cycleMs = sent.cycle_time === undefined ? undefined : Math.round(sent.cycle_time * 1000)
    return { ...base, type: 'cycle', cycleMs, count: sent.count ?? 1 }
  }
  if (sent.type === 'status') return { ...base, type: 'status', running: sent.status === 'running' }
  if (sent.type === 'power') return { ...base, type: 'power', on: sent.on === true }
  if (sent.type === 'ping') return { ...base, type: 'ping', sinceAt: sent.since }
  return { ...base, type: 'tlm' }
}

/**
 * Test server with a company in New York with two halls and three shifts. All machines start in the first hall, and the clock
 * stands at `now`.
 */
export class Plant {
  readonly test: InjectApp
  readonly now: number
  token = ''
  /** Token of a superuser, who also sees stops that are ignored. */
  superuserToken = ''
  rootId = 0
  halls: number[] = []

  private constructor(test: InjectApp, now: number) {
    this.test = test
    this.now = now
  }

  static async open(now: number): Promise<Plant> {
    const plant = new Plant(await injectApp({ clock: manualClock(now), jobs: { lease: soon } }), now)
    const { test } = plant
    const company = await companyWithPeople(test, 'plant', zone)
    plant.token = await test.signIn(company.emailOf('admin'))
    plant.superuserToken = await test.signIn(company.emailOf('superuser'))
    plant.rootId = company.rootOrgUnitId
    for (const name of ['hall 1', 'hall 2']) {
      const body = { name, parent_id: plant.rootId }
      plant.halls.push((await test.ask(createOrgUnit, { token: plant.token, body })).orgUnit.id)
    }
    const body = { schedule: threeShifts as never }
    await test.ask(updateScheduleOfOrgUnit, { token: plant.token, params: { id: plant.rootId }, body })
    return plant
  }

  close(): Promise<void> {
    return this.test.close()
  }

  /**
   * Plays a tape to a new machine, its second half first, then changes its settings and edits its shifts. Returns the machine
   * with its data for the reference model. `thresholdMs` is the duration from which a stop is excessive, until it is changed.
   */
  async play(tape: Tape, thresholdMs = asMade.thresholdMs): Promise<PlayedTape> {
    const machine = await machineWithDevice(this.test, this.token, this.halls[0] ?? 0, tape.name)
    const half = Math.floor(tape.batches.length / 2)
    // Rollups are built in between, so that late data, changes and edits must change built ones.
    for (const batches of [tape.batches.slice(half), tape.batches.slice(0, half)]) {
      for (const { batchId, events } of batches) {
        const answer = await machine.send([...events], batchId)
        expect(answer.accepted).toBe(events.length)
      }
      await this.test.app.flow.rollUp()
    }
    const { settings, maxCycle } = await this.#changeSettings(machine.id, tape, thresholdMs)
    await this.test.app.flow.rollUp()
    const edits = await this.#editShifts(machine.id, tape)
    const events = tape.batches.flatMap(({ batchId, events: sent }) =>
      sent.map((event, i) => referenceEvent(batchId, i, event)),
    )
    const set = { events, changes: [], maxCycle }
    const intervals = referenceStatus(set, this.now)
    const beganAt = intervals[0]?.start ?? 0
    const plan = { at: 0, schedule: threeShifts, zone }
    const rows = referenceShifts({ plans: [plan], firsts: [{ at: this.now, beganAt }], edits }, this.now)
    const cycles = referenceMarks(set, this.now).map(({ event, timeMs, startup, outlier }) => ({
      at: event.at,
      count: event.count ?? 1,
      ...{ timeMs, startup, outlier },
    }))
    const readings = tape.batches.flatMap((batch) => batch.events).flatMap(readingOf)
    return { id: machine.id, reference: { intervals, rows, settings, cycles, readings, runs: [] } }
  }

  /**
   * Changes thresholds, switches, prices, the maximum cycle time and the hall of a machine, each from another past instant on.
   * Returns the changes in the form of the reference model.
   */
  async #changeSettings(id: number, { firstAt, lastAt }: Tape, thresholdMs: number) {
    const at = (share: number) => Math.floor(firstAt + (lastAt - firstAt) * share)
    const [first = 0, second = 0] = this.halls
    let current: ReferenceSettings = { ...asMade, unit: first }
    const settings = [current]
    const maxCycle: ReferenceSetting[] = []
    const laterMs = Math.min(600_000, 2 * thresholdMs)
    const changes: [number, object, Partial<ReferenceSettings>][] = [
      [-0.1, { excessive_downtime_threshold: thresholdMs / 1000 }, { thresholdMs }],
      [0.15, { util_incl_lt_xsf_dt: true }, { shortDowntimeCounts: true }],
      [0.3, { hourly_revenue: 120, hourly_parts: 30 }, { hourlyRevenue: 120, hourlyParts: 30 }],
      [0.4, { excessive_downtime_threshold: laterMs / 1000 }, { thresholdMs: laterMs }],
      [0.5, { maximum_allowed_cycle_time: 150 }, {}],
      [0.6, { util_capped_by_schedule: false }, { cappedBySchedule: false }],
      [0.7, { util_excluded: true }, { excluded: true }],
      [0.8, { util_excluded: false }, { excluded: false }],
      [0.9, { parent_org_unit_id: second }, { unit: second }],
    ]
    for (const [share, body, change] of changes) {
      const from = at(share)
      await this.test.ask(updateEquipment, { token: this.token, params: { id }, body: { ...body, from: iso(from) } })
      if ('maximum_allowed_cycle_time' in body) maxCycle.push({ from, ms: 150_000 })
      current = { ...current, ...change, from }
      settings.push(current)
    }
    return { settings, maxCycle }
  }

  /**
   * Deletes a past shift, shortens another and gives it to another shift number, and inserts a shift into a break. Returns the
   * edits in the form of the reference model; throws an error if there are too few shifts.
   */
  async #editShifts(id: number, { firstAt }: Tape): Promise<ReferenceEdit[]> {
    const query = { startDate: iso(firstAt), endDate: iso(this.now) }
    const { shifts } = await this.test.ask(shiftsOfEquipment, { token: this.token, params: { id }, query })
    const inside = shifts.map(([start, end, shift, row]) => ({ start: start * 1000, end: end * 1000, shift, row }))
    // The break after 18:00 gets the inserted shift, so the shift that ends there must not change.
    const late = inside.findLast((row) => row.shift === 2 && row.end - row.start === 4 * HOUR_MS)
    const others = inside.filter((row) => row !== late)
    const gone = others[Math.floor(others.length / 3)]
    const cut = others[Math.floor(others.length / 2)]
    if (gone === undefined || cut === undefined || late === undefined) throw new Error('too few shifts to edit')
    const { token } = this
    const at = this.now
    const before = ({ start, end }: typeof gone) => ({ start, end, zone })
    const [endsAt, shift] = [cut.end - HOUR_MS, cut.shift === 1 ? 2 : 1] as const
    const [from, to] = [late.end, late.end + HOUR_MS / 4]
    await this.#done(await this.test.ask(destroyShifts, { token, body: { shiftHistoryIds: [gone.row] } }))
    const updates = [{ id: cut.row, end: iso(endsAt), shift }]
    await this.#done(await this.test.ask(updateShifts, { token, body: { updates } }))
    const insert = { equipIds: [id], shift: 1 as const, start: iso(from), end: iso(to) }
    await this.#done(await this.test.ask(insertShifts, { token, body: { insert } }))
    return [
      { kind: 'delete', at, before: before(gone) },
      { kind: 'update', at, before: before(cut), start: cut.start, end: endsAt, shift },
      { kind: 'insert', at, start: from, end: to, shift: 1 },
    ]
  }

  async #done({ job }: { job: { id: number } }): Promise<void> {
    const read = async () => (await this.test.ask(readJob, { token: this.token, params: { id: job.id } })).job
    await expect
      .poll(async () => (await read()).state, { timeout: 45_000, interval: 20 })
      .toSatisfy((state) => state === 'finished' || state === 'failed')
    const { state, error } = await read()
    if (state !== 'finished') throw new Error(`job ${job.id}: ${error}`)
  }
}

export interface PlayedTape {
  readonly id: number
  readonly reference: ReferenceMachine
}

const asMade: Omit<ReferenceSettings, 'unit'> = {
  from: 0,
  active: true,
  excluded: false,
  cappedBySchedule: true,
  shortDowntimeCounts: false,
  thresholdMs: 2_100_000,
  hourlyRevenue: null,
  hourlyParts: null,
}

function readingOf({ t, temperature_1, analog_in_1 }: SentEvent): ReferenceReading[] {
  const [temperature, analog] = [temperature_1 ?? null, analog_in_1 ?? null]
  return temperature === null && analog === null ? [] : [{ at: t, temperature, analog }]
}
