import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devicesOfCompany, equipmentOfCompany, orgUnitsOfCompany } from '@millwatch/contract/http/company'
import { downtimeOfOrgUnit, runsOfOrgUnit, shiftsOfEquipment } from '@millwatch/contract/http/reports'
import { restatementsOfEquipment } from '@millwatch/contract/http/reports-status'
import { scheduleTemplates } from '@millwatch/contract/http/schedules'
import { getEquipment, getOrgUnit } from '@millwatch/contract/http/tree'
import { utilizationDetail, utilizationOfEquipment, utilizationOfOrgUnits } from '@millwatch/contract/http/utilization'
import { DAY_MS, HOUR_MS } from '@millwatch/domain/time'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manualClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { verifyCompany } from '../verify/index.ts'
import type { Demo } from './demo.ts'
import { fillDemo } from './fill.ts'
import { overtimeOf } from './overtime.ts'
import { demoSites } from './plant.ts'

const NOW = Date.parse('2026-03-11T15:20:10Z')
const days = 24
/** Machines for every feature of the plant. */
const names = new Set(['Press 01', 'Press 05', 'Mazak 01', 'Haas 03', 'Saw 06', 'Line 3', 'Engel 350-6'])
const sites = demoSites.map((site) => ({
  ...site,
  units: site.units.flatMap((unit) => {
    const machines = unit.machines.filter((machine) => unit.hadOvertime || names.has(machine.name))
    return machines.length === 0 ? [] : [{ ...unit, machines }]
  }),
}))

const t = await openApp({ clock: manualClock(NOW) })
const folder = mkdtempSync(join(tmpdir(), 'millwatch-demo-'))
let demo: Demo
let token: string
const ids = new Map<string, number>()
const idOf = (name: string): number => ids.get(name) ?? 0

beforeAll(async () => {
  demo = {
    database: t.db.database,
    clock: t.clock,
    flow: t.app.flow,
    signingKey: t.app.signingKey,
    logger: silentLogger,
    dataFolder: folder,
    demoPassword: 'Passw0rd of a test',
    empty: false,
    progress: () => undefined,
    days,
    sites,
    seed: 'a-seed',
  }
  // Everything below holds for a plant whose first start was cut off between its history and the work of people.
  const cut = new AbortController()
  const progress = (text: string) => {
    if (text.startsWith('Adding reasons')) cut.abort()
  }
  await expect(fillDemo({ ...demo, progress, signal: cut.signal })).rejects.toThrow()
  expect(await countsOfLife()).toEqual(tablesOfLife.map(() => 0))
  await fillDemo(demo)
  token = await t.signIn('admin@demo.example')
  const { equipment } = await t.ask(equipmentOfCompany, { token, query: {} })
  const { orgUnits } = await t.ask(orgUnitsOfCompany, { token })
  for (const { id, name } of [...orgUnits, ...equipment]) ids.set(name, id)
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const instant = (at: number) => new Date(at).toISOString()
const period = (from: number, to: number) => ({ startDate: instant(from), endDate: instant(to) })
const history = period(NOW - days * DAY_MS, NOW)

async function figuresOf(name: string, from: number, to: number) {
  const query = { ids: String(idOf(name)), ...period(from, to) }
  const { equipment } = await t.ask(utilizationOfEquipment, { token, query })
  if (equipment[0] === undefined) throw new Error(`No figures of ${name}`)
  return equipment[0]
}
async function figuresOfUnit(name: string, from: number, to: number) {
  const query = { ids: String(idOf(name)), ...period(from, to) }
  const { orgUnits } = await t.ask(utilizationOfOrgUnits, { token, query })
  if (orgUnits[0] === undefined) throw new Error(`No figures of ${name}`)
  return orgUnits[0]
}
const machineOf = async (name: string) =>
  (await t.ask(getEquipment, { token, params: { id: idOf(name) }, query: {} })).equip
const unitOf = async (name: string) =>
  (await t.ask(getOrgUnit, { token, params: { id: idOf(name) }, query: {} })).orgUnit
const count = async (text: string): Promise<number> =>
  Number((await t.db.owner.query(`select count(*) from ${text}`)).rows[0].count)
const tablesOfLife = ['run_tag', 'stop_annotation', 'status_reason', 'shift_void', 'tag']
const countsOfLife = () => Promise.all(tablesOfLife.map(count))

describe('Scheduled time', () => {
  test('is all day at the root; the sites carry three shifts with a break in each', async () => {
    const root = await unitOf('Northfield Components')
    expect(root.schedule?.[3]).toEqual([[0, 86_400, 0]])
    const site = await unitOf('Brno')
    expect(site.schedule_source).toBe('self')
    expect(new Set((site.schedule?.[3] ?? []).map(([, , shift]) => shift))).toEqual(new Set([1, 2, 3]))
    const scheduled = (day: 0 | 3 | 6) => (site.schedule?.[day] ?? []).reduce((sum, [from, to]) => sum + to - from, 0)
    expect(scheduled(3)).toBe(22.5 * 3600)
    expect(scheduled(6)).toBeLessThan(scheduled(3))
    expect(scheduled(0)).toBeLessThan(scheduled(6))
    expect((await t.ask(scheduleTemplates, { token })).templates.length).toBeGreaterThanOrEqual(5)
  })

  test('is that of a unit, or a machine, where its hours are others', async () => {
    expect((await unitOf('Stamping')).schedule_source).toBe('self')
    expect(await machineOf('Press 01')).toMatchObject({ schedule_source: 'self' })
    expect(await machineOf('Packer A')).toMatchObject({ schedule_source: 'Brno' })
  })

  test('makes figures that a plant has', async () => {
    for (const name of [...names, 'Packer A', 'Packer B']) {
      if (name === 'Mazak 01') continue
      const { util_pct: pct } = await figuresOf(name, NOW - days * DAY_MS, NOW - 13 * DAY_MS)
      expect(pct, name).toBeGreaterThan(40)
      expect(pct, name).toBeLessThan(93)
    }
  })
})

describe('Machines', () => {
  test('bear category, maker, model, limits and prices of their kind', async () => {
    expect(await machineOf('Press 01')).toMatchObject({
      Category: { name: 'Stamping press' },
      Manufacturer: { name: 'Minster' },
      Model: { number: 'P2-60' },
      maximum_allowed_cycle_time: 30,
      hourly_revenue: 240,
      hourly_parts: 3000,
    })
    expect(await machineOf('Haas 03')).toMatchObject({ util_incl_lt_xsf_dt: true })
    expect(await machineOf('Mazak 01')).toMatchObject({ util_excluded: true })
  })

  test('with a configurable device get their status from its inputs', async () => {
    const { devices } = await t.ask(devicesOfCompany, { token })
    expect(devices.filter((device) => device.device_type_id === 2).length).toBe(2)
    expect(new Set(devices.map((device) => device.CurrentFirmware?.version)).size).toBeGreaterThan(2)
    for (const name of ['Saw 06', 'Line 3']) {
      const { running_s, down_s } = await figuresOf(name, NOW - 24 * HOUR_MS, NOW)
      expect(running_s, name).toBeGreaterThan(2 * 3600)
      expect(down_s, name).toBeGreaterThan(300)
      const ask = { token, params: { id: idOf(name) }, query: period(NOW - 24 * HOUR_MS, NOW) }
      const stops = (await t.ask(utilizationDetail, ask)).data.filter((interval) => interval.status_id === 2)
      expect(stops.length, name).toBeGreaterThan(3)
      // Each flash of a lamp is 4 s.
      expect(Math.min(...stops.map((stop) => stop.duration_s)), name).toBeGreaterThan(10)
    }
  })

  test('that moved counts for the unit it stood at, and from then on for the other', async () => {
    const movedAt = NOW - 10_000 - 21 * DAY_MS
    const before = [NOW - days * DAY_MS, movedAt] as const
    const saw = await figuresOf('Saw 06', ...before)
    expect(saw.cycles).toBeGreaterThan(0)
    const machines = [await figuresOf('Press 01', ...before), await figuresOf('Press 05', ...before), saw]
    expect((await figuresOfUnit('Stamping', ...before)).cycles).toBe(
      machines.reduce((sum, figures) => sum + figures.cycles, 0),
    )
    const after = [movedAt, NOW] as const
    const now = await figuresOf('Saw 06', ...after)
    expect((await figuresOfUnit('Stamping', ...after)).explained.elsewhere.machines).toBe(1)
    expect((await figuresOfUnit('Machining', ...after)).cycles).toBeGreaterThanOrEqual(now.cycles)
  })

  test('that was archived is scheduled up to then, and its device says nothing any more', async () => {
    const archivedAt = NOW - 12 * DAY_MS
    expect(await machineOf('Press 05')).toMatchObject({ active: false, archived: true })
    expect((await figuresOf('Press 05', NOW - days * DAY_MS, archivedAt)).scheduled_s).toBeGreaterThan(3600)
    const since = await figuresOf('Press 05', archivedAt, NOW)
    expect(since).toMatchObject({ scheduled_s: 0, cycles: 0, util_pct: null })
  })
})

describe('What people did', () => {
  test('is runs with a part and a material, most over, some ended by their count, some going on', async () => {
    const { runs } = await t.ask(runsOfOrgUnit, {
      token,
      params: { id: idOf('Northfield Components') },
      query: history,
    })
    expect(runs.length).toBeGreaterThan(20)
    expect(runs.every((run) => run.tags.length === 2)).toBe(true)
    expect(runs.filter((run) => run.ended_by_count).length).toBeGreaterThan(2)
    expect(runs.filter((run) => run.cycles_total === null).length).toBeGreaterThan(2)
    expect(runs.filter((run) => run.ended_at === null).length).toBeGreaterThan(2)
    expect(runs.filter((run) => run.scrap_qty > 0).length).toBeGreaterThan(10)
    const done = runs.find((run) => run.ended_by_count)
    expect(done?.cycles_current).toBeGreaterThanOrEqual(done?.cycles_total ?? Number.POSITIVE_INFINITY)
  })

  test('is reasons on most stops, notes on some, and some of today that wait for one', async () => {
    const params = { id: idOf('Northfield Components') }
    const { fields, data } = await t.ask(downtimeOfOrgUnit, { token, params, query: history })
    const column = (name: string) => fields.indexOf(name as (typeof fields)[number])
    const has = (row: (typeof data)[number], name: string) => row[column(name)] !== null
    const explained = data.filter((row) => has(row, 'status_reason_id'))
    expect(data.length).toBeGreaterThan(50)
    expect(explained.length / data.length).toBeGreaterThan(0.75)
    expect(explained.length).toBeLessThan(data.length)
    expect(new Set(explained.map((row) => row[column('status_reason')])).size).toBeGreaterThan(5)
    expect(data.filter((row) => has(row, 'notes')).length).toBeGreaterThan(3)
    const today = data.filter((row) => Number(row[column('started_at')]) * 1000 > NOW - 20 * HOUR_MS)
    expect(today.some((row) => !has(row, 'status_reason_id'))).toBe(true)
  })

  test('is a Saturday of overtime and an evening cut short, in shift history and in the figures of before', async () => {
    const { saturday, evening, wentHomeAt } = overtimeOf('Europe/Prague', NOW - 10_000)
    for (const name of ['Packer A', 'Packer B']) {
      const params = { id: idOf(name) }
      const ask = { token, params, query: period(evening.from - HOUR_MS, saturday.to + HOUR_MS) }
      const { shifts } = await t.ask(shiftsOfEquipment, ask)
      const rows = shifts.map(([from, to, shift]) => [from * 1000, to * 1000, shift])
      expect(rows).toContainEqual([saturday.from, saturday.to, 2])
      expect(rows).toContainEqual([evening.from, wentHomeAt, 2])
      const { restatements } = await t.ask(restatementsOfEquipment, ask)
      expect(
        restatements.map((restatement) => [
          restatement.cause,
          restatement.after.scheduled_s - restatement.before.scheduled_s,
        ]),
      ).toEqual(
        expect.arrayContaining([
          ['edited_shift', 4.5 * 3600],
          ['edited_shift', -1.5 * 3600],
        ]),
      )
      expect((await figuresOf(name, saturday.from, saturday.to)).util_pct).toBeGreaterThan(40)
    }
    expect(await count('shift_history where edited')).toBe(4)
    expect(await count('shift_void')).toBe(2)
  })
})

test('Events that a network held back for hours restate the figures', async () => {
  const ask = { token, params: { id: idOf('Engel 350-6') }, query: history }
  const { restatements } = await t.ask(restatementsOfEquipment, ask)
  const late = restatements.filter((restatement) => restatement.cause === 'late_data')
  expect(late.length).toBeGreaterThan(1)
  const ran = late.map((restatement) => restatement.after.running_s - restatement.before.running_s)
  expect(Math.max(...ran)).toBeGreaterThan(3600)
  expect(
    Math.max(...late.map((restatement) => restatement.before.offline_s - restatement.after.offline_s)),
  ).toBeGreaterThan(3600)
})

test('All of it holds, before rollups are built and after', async () => {
  const verified = async () => verifyCompany({ database: t.db.database, clock: t.clock }, 1)
  expect(await verified()).toEqual([])
  await t.app.flow.rollUp()
  expect(await verified()).toEqual([])
})

test('A start that was cut off, and a later start, do nothing twice', async () => {
  const once = await countsOfLife()
  expect(Math.min(...once)).toBeGreaterThan(0)
  await fillDemo(demo)
  expect(await countsOfLife()).toEqual(once)
  expect((await t.db.owner.query('select sum(duplicates)::int as n from device_tally')).rows).toEqual([{ n: 0 }])
})
