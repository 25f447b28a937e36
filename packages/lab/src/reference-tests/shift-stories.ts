/**
 * Random stories about the shift history of a machine: schedules, zones and parents change, evidence comes late, time passes,
 * admins edit. After each step the history is compared with the reference model.
 */
import { readJob } from '@millwatch/contract/http/jobs'
import { shiftsOfEquipment } from '@millwatch/contract/http/reports'
import { updateScheduleOfEquipment, updateScheduleOfOrgUnit } from '@millwatch/contract/http/schedules'
import { destroyShifts, insertShifts, updateShifts } from '@millwatch/contract/http/shifts'
import { createOrgUnit, updateEquipment, updateOrgUnit } from '@millwatch/contract/http/tree'
import { type ManualClock, manualClock } from '@millwatch/server/platform/clock'
import fc from 'fast-check'
import { expect } from 'vitest'
import { companyWithPeople, type InjectApp, injectApp, machineWithDevice } from '../app/inject-app.ts'
import { aroundDay, schedule, zone } from '../reference/arbitraries.ts'
import {
  joined,
  type ReferenceEdit,
  type ReferenceFirst,
  type ReferenceNode,
  type ReferencePlan,
  type ReferenceRow,
  type ReferenceSchedule,
  referencePlanOf,
  referenceShifts,
} from '../reference/shifts.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const soon = { lostAfterS: 10, checkEveryS: 1, pollEveryS: 0.5 }
const iso = (at: number) => new Date(at).toISOString()

/** Step of a story. `pick` selects among the objects of the story that exist at that time, modulo their number. */
export interface ShiftStep {
  readonly kind: 'pass' | 'ping' | 'late' | 'schedule' | 'zone' | 'parent' | 'insert' | 'update' | 'delete'
  readonly pick: number
  readonly hours: number
  readonly week: ReferenceSchedule | null
  readonly zone: string | null
  readonly shift: 0 | 1 | 2 | 3
}

export const step: fc.Arbitrary<ShiftStep> = fc.record({
  kind: fc.constantFrom(
    ...(['pass', 'pass', 'pass', 'ping', 'late', 'late', 'schedule', 'schedule', 'zone', 'parent'] as const),
    ...(['insert', 'update', 'delete'] as const),
  ),
  pick: fc.nat(50),
  hours: fc.oneof(
    fc.constantFrom(1, 5.5, 24, 30),
    fc.integer({ min: 1, max: 400 }).map((n) => n / 8),
  ),
  week: fc.option(schedule, { freq: 4 }),
  zone: fc.option(zone, { freq: 4 }),
  shift: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
})

export interface ShiftStory {
  readonly day: number
  readonly zone: string
  readonly steps: readonly ShiftStep[]
}

export const shiftStories = (steps: number): fc.Arbitrary<ShiftStory> =>
  fc.record({ day: aroundDay, zone, steps: fc.array(step, { minLength: steps, maxLength: steps, size: 'max' }) })

/** Row of shift history as stored, with its id. */
interface Stored extends ReferenceRow {
  readonly id: number
}

/**
 * Runs a story on a new server. Throws an assertion error with the step after which the shift history differs from the reference
 * model.
 */
export async function liveThrough(story: ShiftStory): Promise<void> {
  const clock = manualClock(story.day * DAY_MS + 15 * HOUR_MS)
  const test = await injectApp({ clock, jobs: { lease: soon } })
  try {
    const life = await Life.begin(test, clock, story.zone)
    for (const [i, step] of story.steps.entries()) {
      await life.happen(step)
      await life.compare(`after step ${i}, ${step.kind}, at ${iso(clock.now())}`)
    }
  } finally {
    await test.close()
  }
}

/**
 * Machine in a root unit or one of two units under it, with all changes to schedules, zones, parents and shifts recorded for the
 * reference model.
 */
class Life {
  readonly #test: InjectApp
  readonly #clock: ManualClock
  readonly #signIn: () => Promise<string>
  readonly #nodes = new Map<number, ReferenceNode>()
  readonly #plans: ReferencePlan[] = []
  readonly #firsts: ReferenceFirst[] = []
  readonly #edits: ReferenceEdit[] = []
  #token = ''
  #units: number[] = []
  #machine!: Awaited<ReturnType<typeof machineWithDevice>>
  #beganAt = Number.POSITIVE_INFINITY

  private constructor(test: InjectApp, clock: ManualClock, signIn: () => Promise<string>) {
    this.#test = test
    this.#clock = clock
    this.#signIn = signIn
  }

  static async begin(test: InjectApp, clock: ManualClock, zone: string): Promise<Life> {
    const company = await companyWithPeople(test, 'works', zone)
    const life = new Life(test, clock, () => test.signIn(company.emailOf('admin')))
    life.#token = await life.#signIn()
    const root = company.rootOrgUnitId
    life.#nodes.set(root, { parent: null, schedule: null, zone })
    for (const name of ['north', 'south']) {
      const { orgUnit } = await test.ask(createOrgUnit, { token: life.#token, body: { name, parent_id: root } })
      life.#nodes.set(orgUnit.id, { parent: root, schedule: null, zone: null })
    }
    life.#units = [...life.#nodes.keys()]
    life.#machine = await machineWithDevice(test, life.#token, life.#unit(1))
    life.#nodes.set(MACHINE, { parent: life.#unit(1), schedule: null, zone: null })
    life.#planned()
    return life
  }

  #unit(pick: number): number {
    return this.#units[pick % this.#units.length] ?? 0
  }

  /** Records the schedule and zone that apply to the machine from now on, for the reference model. */
  #planned(): void {
    this.#plans.push({ at: this.#clock.now(), ...referencePlanOf(this.#nodes, MACHINE) })
  }

  #change(node: number, change: Partial<ReferenceNode>): void {
    const before = this.#nodes.get(node) ?? { parent: null, schedule: null, zone: null }
    this.#nodes.set(node, { ...before, ...change })
    this.#planned()
  }

  async happen(step: ShiftStep): Promise<void> {
    if (step.kind === 'pass') {
      this.#clock.advance(Math.round(step.hours * HOUR_MS))
      this.#token = await this.#signIn()
    } else if (step.kind === 'ping' || step.kind === 'late') {
      await this.#sendEvents(step.kind === 'ping' ? 0 : Math.round(step.hours * HOUR_MS))
    } else if (step.kind === 'insert' || step.kind === 'update' || step.kind === 'delete') {
      await this.#edit(step.kind, step)
    } else {
      // Changes are 1 ms apart, so that their order is clear.
      this.#clock.advance(1)
      await this.#reorganise(step)
    }
  }

  async #sendEvents(agoMs: number): Promise<void> {
    const t = this.#clock.now() - agoMs
    await this.#machine.send([{ t, type: 'ping' }])
    if (t >= this.#beganAt) return
    this.#beganAt = t
    this.#firsts.push({ at: this.#clock.now(), beganAt: t })
  }

  async #reorganise({ kind, pick, week, zone: named }: ShiftStep): Promise<void> {
    const token = this.#token
    const places = [...this.#units, MACHINE]
    const place = places[pick % places.length] ?? MACHINE
    const schedule = week as never
    if (kind === 'schedule' && place === MACHINE) {
      await this.#test.ask(updateScheduleOfEquipment, { token, params: { id: this.#machine.id }, body: { schedule } })
      this.#change(MACHINE, { schedule: week })
    } else if (kind === 'schedule') {
      await this.#test.ask(updateScheduleOfOrgUnit, { token, params: { id: place }, body: { schedule } })
      this.#change(place, { schedule: week })
    } else if (kind === 'zone') {
      const unit = this.#unit(pick)
      // The root unit must have a zone.
      const timezone = unit === this.#units[0] ? (named ?? 'UTC') : named
      await this.#test.ask(updateOrgUnit, { token, params: { id: unit }, body: { timezone } })
      this.#change(unit, { zone: timezone })
    } else {
      const parent = this.#unit(pick)
      const body = { parent_org_unit_id: parent }
      await this.#test.ask(updateEquipment, { token, params: { id: this.#machine.id }, body })
      this.#change(MACHINE, { parent })
    }
  }

  /**
   * Edits a shift that `pick` selects, and records the edit. Checks that an edit is refused just if it would overlap another row;
   * a refused edit is not recorded. Does nothing if there is no row to update or delete.
   */
  async #edit(kind: 'insert' | 'update' | 'delete', { pick, hours, shift }: ShiftStep): Promise<void> {
    const rows = await this.#stored()
    const now = this.#clock.now()
    const row = rows[pick % Math.max(1, rows.length)]
    const start = (row?.start ?? now) + (pick % 3 === 0 ? -HOUR_MS : pick % 3 === 1 ? 0 : HOUR_MS / 2)
    const end = start + Math.max(60_000, Math.round((hours % 7) * HOUR_MS))
    const overlaps = rows.some(
      (other) => other.start < end && start < other.end && (kind === 'insert' || other.id !== row?.id),
    )
    if (kind !== 'insert' && row === undefined) return
    const id = row?.id ?? 0
    const { state } = await this.#done(await this.#submit(kind, { id, start, end, shift }))
    const refused = kind !== 'delete' && overlaps
    expect(state, `${kind} ${iso(start)} ${iso(end)}`).toBe(refused ? 'failed' : 'finished')
    if (refused) return
    const before = { start: row?.start ?? 0, end: row?.end ?? 0, zone: row?.zone ?? 'UTC' }
    if (kind === 'insert') this.#edits.push({ kind, at: now, start, end, shift })
    else if (kind === 'delete') this.#edits.push({ kind, at: now, before })
    else this.#edits.push({ kind, at: now, before, start, end, shift })
  }

  async #submit(
    kind: 'insert' | 'update' | 'delete',
    { id, start, end, shift }: { id: number; start: number; end: number; shift: 0 | 1 | 2 | 3 },
  ): Promise<number> {
    const token = this.#token
    const span = { start: iso(start), end: iso(end), shift }
    if (kind === 'insert') {
      const body = { insert: { equipIds: [this.#machine.id], ...span } }
      return (await this.#test.ask(insertShifts, { token, body })).job.id
    }
    if (kind === 'update') {
      return (await this.#test.ask(updateShifts, { token, body: { updates: [{ id, ...span }] } })).job.id
    }
    return (await this.#test.ask(destroyShifts, { token, body: { shiftHistoryIds: [id] } })).job.id
  }

  async #done(id: number) {
    const read = async () => (await this.#test.ask(readJob, { token: this.#token, params: { id } })).job
    await expect.poll(async () => (await read()).state, { timeout: 45_000, interval: 20 }).toSatisfy(isOver)
    return read()
  }

  /**
   * Returns the rows of shift history of the machine over 400 days before and after now, in ms, with their zones read from the
   * database.
   */
  async #stored(): Promise<Stored[]> {
    const query = { startDate: iso(this.#clock.now() - 400 * DAY_MS), endDate: iso(this.#clock.now() + 400 * DAY_MS) }
    const params = { id: this.#machine.id }
    const { shifts } = await this.#test.ask(shiftsOfEquipment, { token: this.#token, params, query })
    const { rows } = await this.#test.db.owner.query<{ id: string; zone: string }>(
      'select shift_history_id as id, zone from shift_history where equipment_id = $1',
      [this.#machine.id],
    )
    const zones = new Map(rows.map((row) => [Number(row.id), row.zone]))
    return shifts.map(([start, end, shift, id]) => ({
      id,
      start: Math.round(start * 1000),
      end: Math.round(end * 1000),
      shift,
      zone: zones.get(id) ?? '',
    }))
  }

  async compare(when: string): Promise<void> {
    const stored = (await this.#stored()).map(({ start, end, shift, zone: zoneName }) => ({
      start,
      end,
      shift,
      zone: zoneName,
    }))
    const expected = referenceShifts(
      { plans: this.#plans, firsts: this.#firsts, edits: this.#edits },
      this.#clock.now(),
    )
    expect(joined(stored).map(readable), when).toEqual(joined(expected).map(readable))
  }
}

const MACHINE = -1
const isOver = (state: unknown) => state === 'finished' || state === 'failed'
const readable = ({ start, end, shift, zone: zoneName }: ReferenceRow) =>
  `${iso(start)} ${iso(end)} ${shift} ${zoneName}`
