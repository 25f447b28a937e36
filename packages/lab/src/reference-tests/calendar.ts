/**
 * Comparison of the calendar of the calls with the reference model: a machine in each zone, on days about clock changes and at
 * the ends of months and years, with days that start at any quarter-hour. Every figure is compared by shift and bucket.
 */
import { updateScheduleOfOrgUnit } from '@millwatch/contract/http/schedules'
import { createOrgUnit, listTimeZones, updateOrgUnit } from '@millwatch/contract/http/tree'
import { manualClock } from '@millwatch/server/platform/clock'
import { companyWithPeople, type InjectApp, injectApp, machineWithDevice } from '../app/inject-app.ts'
import { threeShifts } from '../reference/arbitraries.ts'
import type { ReferenceMachine } from '../reference/machine.ts'
import { referenceShifts } from '../reference/shifts.ts'
import { referenceStatus } from '../reference/status.ts'
import { dayOfKey, instantAt } from '../reference/wall.ts'
import { referenceEventOf, type Sent } from './device-events.ts'
import { expectFigures } from './figures-equal.ts'

const HOUR_MS = 3_600_000
const intervals = [900, 3600, 86_400, 604_800] as const

/**
 * Time zones tested besides those that the product offers: with changes at midnight, with a change of half an hour, on the
 * southern hemisphere, or with odd offsets.
 */
const others = [
  'America/Havana',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Pacific/Chatham',
  'America/Santiago',
]

/** Test server whose clock stands at noon UTC, two days after the tested day. */
export class Calendar {
  readonly test: InjectApp
  readonly token: string
  readonly #day: number
  readonly #now: number
  readonly #rootId: number

  private constructor(test: InjectApp, token: string, day: number, now: number, rootId: number) {
    this.test = test
    this.token = token
    this.#day = day
    this.#now = now
    this.#rootId = rootId
  }

  /**
   * Opens a server on the tested day `key` (such as 20260308) with a company. The company has three shifts, or with `by default`
   * the schedule of a new company: all day and every day.
   */
  static async open(key: number, scheduled: 'shifts' | 'by default' = 'shifts'): Promise<Calendar> {
    const day = dayOfKey(key)
    const now = (day + 2) * 24 * HOUR_MS + 12 * HOUR_MS
    const test = await injectApp({ clock: manualClock(now) })
    const company = await companyWithPeople(test, 'calendar')
    const token = await test.signIn(company.emailOf('admin'))
    const body = { schedule: threeShifts as never }
    const params = { id: company.rootOrgUnitId }
    if (scheduled === 'shifts') await test.ask(updateScheduleOfOrgUnit, { token, params, body })
    return new Calendar(test, token, day, now, company.rootOrgUnitId)
  }

  close(): Promise<void> {
    return this.test.close()
  }

  async zones(): Promise<string[]> {
    return [...(await this.test.ask(listTimeZones, { token: this.token })).timezones, ...others]
  }

  /**
   * Creates a unit in a zone, and in it a machine that runs and stops in turn from two days before the tested day on, at most
   * until now. Returns its id and the same machine in the reference model.
   */
  async machineIn(zone: string): Promise<{ id: number; reference: ReferenceMachine }> {
    const { test, token } = this
    const { orgUnit } = await test.ask(createOrgUnit, { token, body: { name: zone, parent_id: this.#rootId } })
    await test.ask(updateOrgUnit, { token, params: { id: orgUnit.id }, body: { timezone: zone } })
    const machine = await machineWithDevice(test, token, orgUnit.id, zone)
    const first = instantAt(this.#day - 2, 1000, zone)
    const last = Math.min(this.#now, instantAt(this.#day + 2, 80_000, zone))
    const events: Sent[] = []
    for (let t = first, i = 0; t < last; t += [5_400_000, 1_234_567, 9_000_000, 2_100_000][i++ % 4] ?? HOUR_MS) {
      events.push({ t, type: 'status', status: i % 2 === 0 ? 'running' : 'down' })
      events.push({ t: t + 60_000, type: 'cycle', cycle_time: 30 })
    }
    events.push({ t: last, type: 'ping', since: first })
    const sent = events.filter(({ t }) => t <= last)
    await machine.send(sent, 'all')
    const referenceEvents = sent.map((event, i) => referenceEventOf('all', i, event))
    const set = { events: referenceEvents, changes: [], maxCycle: [] }
    const plans = [{ at: 0, schedule: threeShifts, zone }]
    const reference: ReferenceMachine = {
      intervals: referenceStatus(set, this.#now),
      rows: referenceShifts({ plans, firsts: [{ at: this.#now, beganAt: first }], edits: [] }, this.#now),
      settings: [asMade(orgUnit.id)],
      cycles: referenceEvents
        .filter(({ type }) => type === 'cycle')
        .map(({ at }) => ({ at, count: 1, timeMs: 30_000, startup: false, outlier: false })),
      readings: [],
      runs: [],
    }
    return { id: machine.id, reference }
  }

  /**
   * Compares the figures of a new machine in a zone with the reference model, over the day before, the tested day and the day
   * after, for each shift and each length of bucket. Returns the number of questions compared; throws an assertion error at the
   * first difference.
   */
  async compare(zone: string, shifts: readonly number[], dayStartMins: readonly number[]): Promise<number> {
    const { id, reference } = await this.machineIn(zone)
    const from = instantAt(this.#day - 1, 0, zone)
    const to = instantAt(this.#day + 2, 0, zone)
    let cases = 0
    for (const shift of shifts) {
      for (const [i, intervalS] of intervals.entries()) {
        const dayStartMin = dayStartMins[(cases + i) % dayStartMins.length] ?? 0
        await expectFigures(this.test, this.token, {
          ...{ kind: 'machine' as const, id, machines: [reference] },
          question: { from, to, now: this.#now, shift, under: null, ignoreStartup: false, ignoreOutliers: false },
          by: { intervalS, zone, dayStartMin, weekStart: 0 },
        })
        cases++
      }
    }
    return cases
  }
}

const asMade = (unit: number) => ({
  ...{ from: 0, unit, active: true, excluded: false, cappedBySchedule: true, shortDowntimeCounts: false },
  ...{ thresholdMs: 2_100_000, hourlyRevenue: null, hourlyParts: null },
})
