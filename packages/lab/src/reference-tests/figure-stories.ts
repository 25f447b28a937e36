/**
 * Random stories of two machines in two halls: events of any age, settings as of past instants, moves, archiving, runs,
 * schedules, shift edits and passing time. In between, figures of any period are compared with the reference model.
 */
import { updateDevice } from '@millwatch/contract/http/devices'
import { readJob } from '@millwatch/contract/http/jobs'
import { shiftsOfEquipment } from '@millwatch/contract/http/reports'
import { endRun, startRun } from '@millwatch/contract/http/runs'
import { createTag } from '@millwatch/contract/http/runs-tags'
import { updateScheduleOfEquipment, updateScheduleOfOrgUnit } from '@millwatch/contract/http/schedules'
import { destroyShifts, insertShifts, updateShifts } from '@millwatch/contract/http/shifts'
import { archiveEquipment, createOrgUnit, updateEquipment, updateOrgUnit } from '@millwatch/contract/http/tree'
import { type ManualClock, manualClock } from '@millwatch/server/platform/clock'
import { expect } from 'vitest'
import { companyWithPeople, type InjectApp, injectApp, machineWithDevice } from '../app/inject-app.ts'
import { type ReferenceNode, referencePlanOf } from '../reference/shifts.ts'
import { eventsUntil, type Kind, referenceEventOf } from './device-events.ts'
import type { FigureStep, FigureStory, StoryQuestion } from './figure-steps.ts'
import { expectFigures } from './figures-equal.ts'
import { type Changed, LivedMachine } from './lived-machine.ts'
import { expectLost, expectRuns, expectStops } from './reports-equal.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const soon = { lostAfterS: 10, checkEveryS: 1, pollEveryS: 0.5 }
const iso = (at: number) => new Date(at).toISOString()

/**
 * Runs a story on a new server and returns the number of compared buckets. Throws an error with the step at the first figure that
 * differs from the reference model.
 */
export async function compareStory(story: FigureStory): Promise<number> {
  const clock = manualClock(story.day * DAY_MS + 15 * HOUR_MS)
  const test = await injectApp({ clock, jobs: { lease: soon } })
  try {
    const works = await Works.begin(test, clock, story)
    let compared = 0
    for (const [i, step] of story.steps.entries()) {
      await works.happen(step)
      for (const question of step.questions) {
        compared += await works.ask(question).catch((error: Error) => {
          error.message = `after step ${i}, ${step.kind}, at ${iso(clock.now())}: ${error.message}`
          throw error
        })
      }
    }
    return compared
  } finally {
    await test.close()
  }
}

export interface StoryMachine {
  readonly id: number
  readonly deviceId: number
  readonly kind: Kind
  readonly send: (events: object[], batchId?: string) => Promise<unknown>
  readonly lived: LivedMachine
}

export class Works {
  readonly #test: InjectApp
  readonly #clock: ManualClock
  readonly #signIn: () => Promise<string>
  /** Nodes of the tree by id: a unit by its id, a machine by its negated id. */
  readonly #nodes = new Map<number, ReferenceNode>()
  readonly #machines: StoryMachine[] = []
  #units: number[] = []
  #token = ''
  #tag = 0
  #batches = 0

  private constructor(test: InjectApp, clock: ManualClock, signIn: () => Promise<string>) {
    this.#test = test
    this.#clock = clock
    this.#signIn = signIn
  }

  static async begin(test: InjectApp, clock: ManualClock, story: FigureStory): Promise<Works> {
    const company = await companyWithPeople(test, 'works', story.zone)
    const works = new Works(test, clock, () => test.signIn(company.emailOf('admin')))
    works.#token = await works.#signIn()
    const token = works.#token
    const root = company.rootOrgUnitId
    works.#nodes.set(root, { parent: null, schedule: story.week, zone: story.zone })
    const body = { schedule: story.week as never }
    await test.ask(updateScheduleOfOrgUnit, { token, params: { id: root }, body })
    for (const name of ['north', 'south']) {
      const { orgUnit } = await test.ask(createOrgUnit, { token, body: { name, parent_id: root } })
      works.#nodes.set(orgUnit.id, { parent: root, schedule: null, zone: null })
    }
    works.#units = [...works.#nodes.keys()]
    works.#tag = (await test.ask(createTag, { token, body: { name: 'order' } })).tag.id
    for (const kind of ['cycles', story.day % 2 === 0 ? 'inputs' : 'status'] as const) await works.#addMachine(kind)
    return works
  }

  async #addMachine(kind: Kind): Promise<void> {
    const unit = this.#units[1 + (this.#machines.length % 2)] ?? 0
    const machine = await machineWithDevice(this.#test, this.#token, unit, kind)
    const lived = new LivedMachine(unit)
    this.#machines.push({ id: machine.id, deviceId: machine.deviceId, kind, send: machine.send, lived })
    this.#nodes.set(-machine.id, { parent: unit, schedule: null, zone: null })
    this.#planned()
    if (kind === 'inputs') await this.#setUp(this.#machines.at(-1) as StoryMachine, 0)
  }

  /** Session token, ids of the units (the root first) and machines of the story, for tests that compare other answers. */
  get plant(): { token: string; units: readonly number[]; machines: readonly StoryMachine[] } {
    return { token: this.#token, units: this.#units, machines: this.#machines }
  }

  /** Signs in again and keeps the new token, since a session expires while the clock of the story moves on. */
  async signInAgain(): Promise<void> {
    this.#token = await this.#signIn()
  }

  #planned(): void {
    for (const { id, lived } of this.#machines) {
      lived.plans.push({ at: this.#clock.now(), ...referencePlanOf(this.#nodes, -id) })
    }
  }

  #change(node: number, change: Partial<ReferenceNode>): void {
    const before = this.#nodes.get(node)
    if (before !== undefined) this.#nodes.set(node, { ...before, ...change })
    this.#planned()
  }

  async happen(step: FigureStep): Promise<void> {
    // Each step has an instant of its own, so that their order is clear.
    this.#clock.advance(1)
    const machine = this.#machines[step.machine] as StoryMachine
    const { flow } = this.#test.app
    // Rollups are built before some steps, after some, and both before and after others.
    if (step.pick % 3 !== 0) await flow.rollUp()
    await this.#happens(machine, step)
    if (step.pick % 4 === 0) await flow.rollUp()
    for (const { lived } of this.#machines) lived.lookForFirst(this.#clock.now())
  }

  async #happens(machine: StoryMachine, step: FigureStep): Promise<void> {
    const now = this.#clock.now()
    const isActive = machine.lived.current(now).active
    if (step.kind === 'pass') {
      this.#clock.advance(Math.round(step.hours * HOUR_MS))
      await this.signInAgain()
    } else if (step.kind === 'archive') await this.#archive(machine, isActive)
    else if (step.kind === 'receive' && isActive) await this.#sendEvents(machine, now, step.pick)
    else if (step.kind === 'late' && isActive)
      await this.#sendEvents(machine, now - Math.round(step.hours * HOUR_MS), step.pick)
    else if (step.kind === 'setting' && isActive) await this.#set(machine, step)
    else if (step.kind === 'run' && isActive) await this.#run(machine, step)
    else if (step.kind === 'analog') await this.#scale(machine, step)
    else if (step.kind === 'setup' && machine.kind === 'inputs') await this.#setUp(machine, step.pick)
    else if (step.kind === 'schedule' || step.kind === 'zone') await this.#reorganise(machine, step)
    else if ((step.kind === 'insert' || step.kind === 'update' || step.kind === 'delete') && isActive)
      await this.#edit(machine, step.kind, step)
  }

  async #sendEvents({ kind, send, lived }: StoryMachine, until: number, seed: number): Promise<void> {
    const events = eventsUntil(kind, until, seed).filter(({ t }) => hasPrimary(lived, t))
    if (events.length === 0) return
    const batchId = `story-${String(this.#batches++).padStart(4, '0')}`
    await send(events, batchId)
    lived.sent.push(...events)
    lived.events.push(...events.map((event, i) => referenceEventOf(batchId, i, event)))
  }

  /** Changes three settings of a machine, each from now on or from an own earlier instant on. */
  async #set({ id, lived }: StoryMachine, { pick, hours: ago }: FigureStep): Promise<void> {
    const now = this.#clock.now()
    for (const [i, each] of [pick, pick + 37, pick + 101].entries()) {
      const from = each % 3 === 0 ? now : now - Math.round(((i + 1) * ago * HOUR_MS) / 2)
      const [body, change] = settingOf(each, this.#units)
      const dated = from === now ? {} : { from: iso(from) }
      await this.#test.ask(updateEquipment, { token: this.#token, params: { id }, body: { ...body, ...dated } })
      lived.changes.push({ from, change })
      // "a move dated back changes unit sums from that date, not shift history"
      if (change.unit !== undefined) this.#change(-id, { parent: change.unit })
    }
  }

  /** Archives or restores a machine. Archiving deactivates its device, so restoring activates it again, as the primary. */
  async #archive({ id, deviceId, lived }: StoryMachine, archived: boolean): Promise<void> {
    const at = this.#clock.now()
    const token = this.#token
    await this.#test.ask(archiveEquipment, { token, params: { id }, body: { archived } })
    lived.changes.push({ from: at, change: { active: !archived } })
    if (!archived) {
      await this.#test.ask(updateDevice, { token, params: { id: deviceId }, body: { active: true, primary: true } })
    }
    lived.primaries.push({ at, primary: !archived })
  }

  /**
   * Ends the active run of the machine, or starts a run if none is active. The run that is active is read from the database,
   * because a run may have ended by its count.
   */
  async #run({ id, lived }: StoryMachine, { pick }: FigureStep): Promise<void> {
    const now = this.#clock.now()
    const token = this.#token
    const { rows } = await this.#test.db.owner.query<{ id: string; active: boolean }>(
      'select run_id as id, ended_at is null as active from run where equipment_id = $1 order by run_id',
      [id],
    )
    const active = rows.findIndex((run) => run.active)
    const activeRun = lived.runs[active]
    if (activeRun !== undefined) {
      await this.#test.ask(endRun, { token, params: { id: Number(rows[active]?.id) }, body: {} })
      lived.runs[active] = { ...activeRun, endedByPersonAt: now }
      return
    }
    const partsPerCycle = [1, 2, 0.5, null][pick % 4] ?? null
    const cyclesTotal = partsPerCycle === null ? null : ([3, 20, null][pick % 3] ?? null)
    const allowOverrun = cyclesTotal === null || pick % 5 === 0
    const body = { equipId: id, tags: [this.#tag], cyclesTotal, partsPerCycle, allowOverrun }
    await this.#test.ask(startRun, { token, body })
    lived.runs.push({ startedAt: now, endedByPersonAt: null, cyclesTotal, partsPerCycle, allowOverrun })
  }

  async #scale({ deviceId, lived }: StoryMachine, { pick, hours: ago }: FigureStep): Promise<void> {
    const now = this.#clock.now()
    const from = pick % 2 === 0 ? now : now - Math.round(ago * HOUR_MS)
    const config = { unit: 'bar', scale: [1, 0.5, -2][pick % 3] ?? 1, offset: pick % 7 }
    const body = { analog_in_1_config: config, from: iso(from) }
    await this.#test.ask(updateDevice, { token: this.#token, params: { id: deviceId }, body })
    lived.analogs.push({ from, scale: config.scale, offset: config.offset })
  }

  async #setUp({ deviceId, lived }: StoryMachine, pick: number): Promise<void> {
    const value = ([1, 0, -1] as const)[pick % 3] ?? 0
    const filters = pick % 2 === 0 ? {} : { '24v0': { duration: 60_000, value } }
    const inputs = [['24v0'], ['24v0', '24v1']][pick % 2] as ['24v0']
    const inputSetup = { running: { inputs: inputs.length === 1 ? '24v0' : inputs, filters } }
    await this.#test.ask(updateDevice, {
      ...{ token: this.#token, params: { id: deviceId } },
      body: { deviceTypeId: 2, inputSetup },
    })
    lived.setups.push({
      from: this.#clock.now(),
      running: { inputs, join: 'or' },
      down: null,
      filters: pick % 2 === 0 ? {} : { '24v0': { durationMs: 60_000, value } },
    })
  }

  async #reorganise(machine: StoryMachine, { kind, pick, week, zone: named }: FigureStep): Promise<void> {
    const token = this.#token
    const unit = this.#units[pick % this.#units.length] ?? 0
    if (kind === 'zone') {
      const timezone = unit === this.#units[0] ? (named ?? 'UTC') : named
      await this.#test.ask(updateOrgUnit, { token, params: { id: unit }, body: { timezone } })
      this.#change(unit, { zone: timezone })
    } else if (pick % 2 === 0) {
      await this.#test.ask(updateScheduleOfOrgUnit, { token, params: { id: unit }, body: { schedule: week as never } })
      this.#change(unit, { schedule: week })
    } else {
      const body = { schedule: week as never }
      await this.#test.ask(updateScheduleOfEquipment, { token, params: { id: machine.id }, body })
      this.#change(-machine.id, { schedule: week })
    }
  }

  async #edit(
    { id, lived }: StoryMachine,
    kind: 'insert' | 'update' | 'delete',
    { pick, hours: hoursAgo, shift }: FigureStep,
  ): Promise<void> {
    const at = this.#clock.now()
    const token = this.#token
    const query = { startDate: iso(at - 30 * DAY_MS), endDate: iso(at + 3 * DAY_MS) }
    const { shifts } = await this.#test.ask(shiftsOfEquipment, { token, params: { id }, query })
    const rows = shifts.map(([from, to, , row]) => ({
      start: Math.round(from * 1000),
      end: Math.round(to * 1000),
      row,
    }))
    const chosen = rows[pick % Math.max(1, rows.length)]
    if (chosen === undefined) return
    const start = kind === 'insert' ? chosen.end : chosen.start
    const end = start + Math.max(60_000, Math.round((hoursAgo % 5) * HOUR_MS))
    if (
      kind !== 'delete' &&
      rows.some((row) => (kind === 'insert' || row !== chosen) && row.start < end && start < row.end)
    )
      return
    const span = { shift, start: iso(start), end: iso(end) }
    const { rows: zones } = await this.#test.db.owner.query<{ zone: string }>(
      'select zone from shift_history where shift_history_id = $1',
      [chosen.row],
    )
    const before = { start: chosen.start, end: chosen.end, zone: zones[0]?.zone ?? 'UTC' }
    if (kind === 'insert') {
      await this.#done(await this.#test.ask(insertShifts, { token, body: { insert: { equipIds: [id], ...span } } }))
      lived.edits.push({ kind, at, start, end, shift })
    } else if (kind === 'update') {
      await this.#done(await this.#test.ask(updateShifts, { token, body: { updates: [{ id: chosen.row, ...span }] } }))
      lived.edits.push({ kind, at, before, start, end, shift })
    } else {
      await this.#done(await this.#test.ask(destroyShifts, { token, body: { shiftHistoryIds: [chosen.row] } }))
      lived.edits.push({ kind, at, before })
    }
  }

  async #done({ job }: { job: { id: number } }): Promise<void> {
    const read = async () => (await this.#test.ask(readJob, { token: this.#token, params: { id: job.id } })).job
    const over = (state: unknown) => state === 'finished' || state === 'failed'
    await expect.poll(async () => (await read()).state, { timeout: 45_000, interval: 20 }).toSatisfy(over)
    const { state, error } = await read()
    if (state !== 'finished') throw new Error(`job ${job.id}: ${error}`)
  }

  /**
   * Compares the excessive stops and the runs of all machines over the same period with the reference model, and the lost time of
   * those not archived. Throws an assertion error at a difference.
   */
  async #report(from: number, to: number): Promise<void> {
    const now = this.#clock.now()
    const period = { test: this.#test, token: this.#token, from, to, now }
    for (const { id, lived } of this.#machines) {
      const machine = { id, reference: lived.reference(now), runs: lived.runsAt(now) }
      await expectStops(period, machine)
      await expectRuns(period, machine)
      if (lived.current(now).active) await expectLost(period, this.#units[0] ?? 0, machine)
    }
  }

  /**
   * Compares the figures of a machine or a unit over the period of a question with the reference model; if `about` is a multiple
   * of 3, also the reports of all machines. Returns the number of buckets; throws an error at a difference.
   */
  async ask(question: StoryQuestion): Promise<number> {
    const now = this.#clock.now()
    const from = Math.floor(now - question.fromHours * HOUR_MS)
    if (question.about % 3 === 0)
      await this.#report(from, from + Math.max(1, Math.round(question.lengthHours * HOUR_MS)))
    const [root = 0] = this.#units
    const place = question.about % (this.#machines.length + this.#units.length)
    const machine = this.#machines[place]
    const unit = this.#units[place - this.#machines.length] ?? root
    const under = machine !== undefined ? null : unit === root ? this.#units : [unit]
    const { shift, intervalS, dayStartMin, leave } = question
    return expectFigures(this.#test, this.#token, {
      kind: machine === undefined ? 'unit' : 'machine',
      id: machine?.id ?? unit,
      machines: (machine === undefined ? this.#machines : [machine]).map(({ lived }) => lived.reference(now)),
      question: {
        ...{ from, to: from + Math.max(1, Math.round(question.lengthHours * HOUR_MS)), now, shift, under },
        ignoreStartup: leave % 2 === 1,
        ignoreOutliers: leave >= 2,
      },
      by: { intervalS, zone: question.zone, dayStartMin, weekStart: 0 },
    })
  }
}

function hasPrimary({ primaries }: LivedMachine, at: number): boolean {
  return primaries.findLast((change) => change.at <= at)?.primary !== false
}

/** Returns a change of a setting that `pick` selects, in the form of the call and in that of the reference model. */
function settingOf(pick: number, units: readonly number[]): [object, Changed] {
  const unit = units[pick % units.length] ?? 0
  const yes = pick % 2 === 0
  const seconds = [600, 900, 2100, 3600][pick % 4] ?? 2100
  const cycleS = [60, 300, 900, null][pick % 4] ?? null
  const source = (['cycles', 'status', null] as const)[pick % 3] ?? null
  const all: [object, Changed][] = [
    [{ util_capped_by_schedule: yes }, { cappedBySchedule: yes }],
    [{ util_incl_lt_xsf_dt: yes }, { shortDowntimeCounts: yes }],
    [{ util_excluded: yes }, { excluded: yes }],
    [{ excessive_downtime_threshold: seconds }, { thresholdMs: seconds * 1000 }],
    [
      { hourly_revenue: seconds, hourly_parts: 12 },
      { hourlyRevenue: seconds, hourlyParts: 12 },
    ],
    [{ parent_org_unit_id: unit }, { unit }],
    [{ maximum_allowed_cycle_time: cycleS }, { maximumCycleMs: cycleS === null ? null : cycleS * 1000 }],
    [{ source }, { source }],
  ]
  return all[Math.floor(pick / 12) % all.length] as [object, Changed]
}
