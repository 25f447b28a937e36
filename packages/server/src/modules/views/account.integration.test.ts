import { updateScheduleOfOrgUnit } from '@millwatch/contract/http/schedules'
import { createOrgUnit, getOrgUnit, removeEquipment, updateEquipment } from '@millwatch/contract/http/tree'
import {
  accountOfEquipment,
  sharesOfOrgUnit,
  utilizationOfEquipment,
  utilizationOfOrgUnits,
} from '@millwatch/contract/http/utilization'
import { HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { beforeAll, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const start = Date.parse('2026-06-10T00:00:00Z')
const clock = manualClock(start)
const iso = (ms: number) => new Date(ms).toISOString()
const at = (hours: number) => start + hours * HOUR_MS
const period = { startDate: iso(at(0)), endDate: iso(at(12)) }

let hall: number
let yard: number
type Machine = Awaited<ReturnType<typeof machineWithDevice>>
let press: Machine
let mover: Machine
let spare: Machine

/**
 * Shift 1 is 02:00 to 06:00, shift 2 06:00 to 10:00. Each machine runs 01:00 to 03:00, is down to 03:10, runs to 05:00,
 * is down to 07:00, runs to 11:00.
 */
const { t, company: acme, token: admin } = await appWithCompany({ clock })
beforeAll(async () => {
  hall = await unit('hall', acme.rootOrgUnitId)
  yard = await unit('yard', acme.rootOrgUnitId)
  const day: [number, number, 0 | 1 | 2 | 3][] = [
    [2 * 3600, 6 * 3600, 1],
    [6 * 3600, 10 * 3600, 2],
  ]
  const schedule = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((weekday) => [weekday, day]))
  for (const id of [hall, yard])
    await t.ask(updateScheduleOfOrgUnit, { token: admin, params: { id }, body: { schedule } })
  press = await machineWithDevice(t, admin, hall, 'press')
  mover = await machineWithDevice(t, admin, hall, 'mover')
  spare = await machineWithDevice(t, admin, hall, 'spare')
  clock.set(at(12))
  const statusAt = (hours: number, status: 'running' | 'down') => ({ t: at(hours), type: 'status', status })
  for (const machine of [press, mover, spare])
    await machine.send([
      statusAt(1, 'running'),
      statusAt(3, 'down'),
      statusAt(3 + 1 / 6, 'running'),
      statusAt(5, 'down'),
      statusAt(7, 'running'),
      statusAt(11, 'down'),
      { t: at(12), type: 'ping', since: at(1) },
    ])
  const change = (id: number, body: object) => t.ask(updateEquipment, { token: admin, params: { id }, body })
  await change(press.id, { util_incl_lt_xsf_dt: true, from: iso(at(3) + 5 * MINUTE_MS) })
  await change(press.id, { util_capped_by_schedule: false, from: iso(at(10.5)) })
  await change(mover.id, { parent_org_unit_id: yard, from: iso(at(8)) })
  await change(spare.id, { util_excluded: true, from: iso(at(4)) })
})

const unit = async (name: string, parent_id: number) =>
  (await t.ask(createOrgUnit, { token: admin, body: { name, parent_id } })).orgUnit.id

const account = (id: number, more: object = {}) =>
  t.ask(accountOfEquipment, { token: admin, params: { id }, query: { ...period, ...more } })

type AccountAnswer = Awaited<ReturnType<typeof account>>
const rowsOf = ({ data }: AccountAnswer) =>
  data.started_at.map((from, i) => ({
    ms: Math.round(((data.ended_at[i] ?? 0) - from) * 1000),
    as: data.counts_as[i] as string,
    shift: data.shift[i],
  }))
const RUNS = ['running', 'running_outside_counted', 'short_downtime_counted']
const SCHEDULED = ['running', 'short_downtime_counted', 'short_downtime_left_out', 'excessive_downtime', 'offline']
const secondsOf = (answer: AccountAnswer, as: readonly string[]) =>
  rowsOf(answer)
    .filter((row) => as.includes(row.as))
    .reduce((sum, row) => sum + row.ms, 0) / 1000

describe('the intervals behind a machine', () => {
  test('say what each interval counts as, by the switches of each instant', async () => {
    expect(rowsOf(await account(press.id))).toEqual([
      { ms: HOUR_MS, as: 'running_outside_left_out', shift: null },
      { ms: HOUR_MS, as: 'running', shift: 1 },
      { ms: 5 * MINUTE_MS, as: 'short_downtime_left_out', shift: 1 },
      { ms: 5 * MINUTE_MS, as: 'short_downtime_counted', shift: 1 },
      { ms: HOUR_MS * (11 / 6), as: 'running', shift: 1 },
      { ms: HOUR_MS, as: 'excessive_downtime', shift: 1 },
      { ms: HOUR_MS, as: 'excessive_downtime', shift: 2 },
      { ms: 3 * HOUR_MS, as: 'running', shift: 2 },
      { ms: HOUR_MS / 2, as: 'running_outside_left_out', shift: null },
      { ms: HOUR_MS / 2, as: 'running_outside_counted', shift: null },
      { ms: HOUR_MS, as: 'unscheduled', shift: null },
    ])
  })

  test.each([0, 1, 2, 3])('sum to its figures to the millisecond, with shift %i', async (shift) => {
    for (const { id } of [press, mover, spare]) {
      const answer = await account(id, { shift })
      const query = { ids: String(id), ...period, shift }
      const [figures] = (await t.ask(utilizationOfEquipment, { token: admin, query })).equipment
      expect(answer).toMatchObject({ run_secs: figures?.run_secs, scheduled_s: figures?.scheduled_s })
      expect(secondsOf(answer, RUNS)).toBe(figures?.run_secs)
      expect(secondsOf(answer, SCHEDULED)).toBe(figures?.scheduled_s)
    }
  })

  test('go on where a page of the list ends', async () => {
    const whole = await account(press.id)
    expect(whole).toMatchObject({ entries: 11, more_after: null })
    const rest = await account(press.id, { after: iso((whole.data.started_at[4] ?? 0) * 1000) })
    expect(rowsOf(rest)).toEqual(rowsOf(whole).slice(4))
    expect(rest).toMatchObject({ run_secs: whole.run_secs, entries: 11 })
  })

  test('are not there for a machine that is not', async () => {
    const missing = { token: admin, params: { id: 999_999 }, query: period }
    await expect(t.ask(accountOfEquipment, missing)).rejects.toThrow(' 404 ')
    const neverThere = { token: admin, params: { id: press.id }, query: { ...period, orgUnitId: yard } }
    await expect(t.ask(accountOfEquipment, neverThere)).rejects.toThrow(' 404 ')
  })
})

describe("the machines behind a unit's sums", () => {
  test.each([0, 1, 2])('add up to them, each down to its intervals, with shift %i', async (shift) => {
    for (const id of [hall, yard]) {
      const answer = await t.ask(sharesOfOrgUnit, { token: admin, params: { id }, query: { ...period, shift } })
      const query = { ids: String(id), ...period, shift }
      const [figures] = (await t.ask(utilizationOfOrgUnits, { token: admin, query })).orgUnits
      expect(answer).toMatchObject({ run_secs: figures?.run_secs, scheduled_s: figures?.scheduled_s })
      const sum = (field: 'run_secs' | 'scheduled_s') => answer.shares.reduce((all, share) => all + share[field], 0)
      expect(sum('run_secs')).toBeCloseTo(figures?.run_secs ?? -1, 6)
      expect(sum('scheduled_s')).toBeCloseTo(figures?.scheduled_s ?? -1, 6)
      for (const share of answer.shares) {
        const behind = await account(share.id, { shift, orgUnitId: id })
        expect(behind).toMatchObject({ run_secs: share.run_secs, scheduled_s: share.scheduled_s })
        expect(secondsOf(behind, RUNS)).toBe(share.run_secs)
        expect(secondsOf(behind, SCHEDULED)).toBe(share.scheduled_s)
      }
    }
  })

  test.each([
    { shift: 0, excluded: 8, elsewhere: 4 },
    { shift: 1, excluded: 2, elsewhere: 0 },
    { shift: 2, excluded: 4, elsewhere: 2 },
    { shift: 3, excluded: 0, elsewhere: 0 },
  ])(
    'leave out $excluded h as excluded and $elsewhere h as elsewhere with shift $shift, in every answer',
    async (hours) => {
      const { shift } = hours
      const query = { ...period, shift }
      const [unit] = (await t.ask(utilizationOfOrgUnits, { token: admin, query: { ids: `${hall}`, ...query } }))
        .orgUnits
      const timeOf = (many: number) => ({ machines: many > 0 ? 1 : 0, seconds: many * 3600 })
      const expected = { excluded: timeOf(hours.excluded), elsewhere: timeOf(hours.elsewhere) }
      expect(unit?.explained).toMatchObject({ ...expected, archived: timeOf(0) })
      const { orgUnit } = await t.ask(getOrgUnit, { token: admin, params: { id: hall }, query })
      expect(orgUnit.figures.explained).toEqual(unit?.explained)
      const { shares } = await t.ask(sharesOfOrgUnit, { token: admin, params: { id: hall }, query })
      for (const why of ['excluded', 'elsewhere'] as const) {
        const behind = await Promise.all(shares.map(({ id }) => account(id, { shift, orgUnitId: hall })))
        expect(shares.reduce((sum, share) => sum + share[`${why}_s`], 0)).toBe(hours[why] * 3600)
        expect(behind.reduce((sum, answer) => sum + secondsOf(answer, [why]), 0)).toBe(hours[why] * 3600)
      }
    },
  )

  test('say who moved away, who was left out, and keep those that were removed', async () => {
    await t.ask(removeEquipment, { token: admin, params: { id: spare.id } })
    const { shares } = await t.ask(sharesOfOrgUnit, { token: admin, params: { id: hall }, query: period })
    expect(
      shares.map(({ name, is_here, excluded_s, elsewhere_s }) => ({ name, is_here, excluded_s, elsewhere_s })),
    ).toEqual([
      { name: 'mover', is_here: false, excluded_s: 0, elsewhere_s: 4 * 3600 },
      { name: 'press', is_here: true, excluded_s: 0, elsewhere_s: 0 },
      { name: 'spare', is_here: false, excluded_s: 8 * 3600, elsewhere_s: 0 },
    ])
    const { orgUnit } = await t.ask(getOrgUnit, { token: admin, params: { id: hall }, query: period })
    expect(shares.reduce((sum, share) => sum + share.run_secs, 0)).toBeCloseTo(orgUnit.util_s_actual, 6)
  })
})
