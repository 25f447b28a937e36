import { equipmentOfCompany } from '@millwatch/contract/http/company'
import { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import * as calls from '@millwatch/contract/http/tree'
import * as lists from '@millwatch/contract/http/tree-lists'
import { MINUTE_MS } from '@millwatch/domain/time'
import { type MachineSetting, machineSettingNames, machineSettings } from '@millwatch/domain/tree'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { asSystem } from '../../platform/ctx.ts'
import { holdPlanning } from '../schedules/index.ts'
import { lockMachines } from '../status/index.ts'

const start = Date.parse('2026-11-02T09:00:00Z')
const clock = manualClock(start)
const iso = (at: number) => new Date(at).toISOString()

const { t, company: acme, root, token } = await appWithCompany({ clock })
const userToken = await t.signIn(acme.emailOf('user'))

const machine = async (parent_id = root) =>
  (await t.ask(calls.createEquipment, { token, body: { name: 'Press', parent_id } })).equip.id
const change = async (id: number, body: object) =>
  (await t.ask(calls.updateEquipment, { token, params: { id }, body })).equip
const refused = async (id: number, body: object) => {
  const { status, json } = await t.call('PUT', `/v0/e/${id}`, { token, body })
  return [status, (json as { code: string }).code]
}
const over = async (id: number, column: string) =>
  (
    await t.db.owner.query(
      `select valid_from::float8 as "from", ${column} as value from equipment_setting where equipment_id = $1 order by valid_from`,
      [id],
    )
  ).rows.map(({ from, value }) => [from, typeof value === 'string' ? Number(value) : value])

/** Returns a value of a setting that is not its default. */
function otherValue(setting: MachineSetting) {
  if (setting.kind === 'switch') return !setting.default
  return setting.kind === 'choice' ? Object.keys(setting.choices)[0] : 7000
}

test('A move with a new limit of cycles waits for a commit of events of the machine, which may still write shift history', async () => {
  const { id } = await machineWithDevice(t, token, root)
  const { orgUnit } = await t.ask(calls.createOrgUnit, { token, body: { name: 'Hall', parent_id: root } })
  const waiting = async () =>
    (
      await t.db.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount
  const body = { parent_org_unit_id: orgUnit.id, maximum_allowed_cycle_time: 60 }
  const moved = await asSystem({ database: t.db.database, clock }, acme.companyId, async (commit) => {
    await lockMachines(commit, [id])
    const answer = t.call('PUT', `/v0/e/${id}`, { token, body })
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
    await holdPlanning(commit)
    return [answer]
  })
  expect((await moved[0])?.status).toBe(200)
})

describe('settings of a machine', () => {
  test('change from now on, are answered, and written down', async () => {
    const id = await machine()
    clock.advance(MINUTE_MS)
    const equip = await change(id, {
      util_incl_lt_xsf_dt: true,
      excessive_downtime_enabled: false,
      util_excluded: true,
      util_capped_by_schedule: false,
      hourly_revenue: 120.5,
      hourly_parts: 40,
      maximum_allowed_cycle_time: 90.25,
      excessive_downtime_threshold: 600,
      source: 'cycles',
    })
    expect(equip).toMatchObject({
      util_incl_lt_xsf_dt: true,
      excessive_downtime_enabled: false,
      util_excluded: true,
      util_capped_by_schedule: false,
      hourly_revenue: 120.5,
      hourly_parts: 40,
      maximum_allowed_cycle_time: 90.25,
      excessive_downtime_threshold: 600,
      source: 'cycles',
    })
    expect(await over(id, 'maximum_cycle_ms')).toEqual([
      [0, 300_000],
      [clock.now(), 90_250],
    ])
    expect((await change(id, { maximum_allowed_cycle_time: null })).maximum_allowed_cycle_time).toBeNull()
    const { rows } = await t.db.owner.query(
      "select before, after from audit_entry where subject = $1 and operation = 'equipment.update' order by audit_entry_id",
      [`equipment/${id}`],
    )
    expect(rows).toHaveLength(2)
    expect(rows[1]).toEqual({ before: { maximumCycleMs: 90_250 }, after: { maximumCycleMs: null } })
    await change(id, { util_excluded: true, name: 'Press' })
    expect(await over(id, 'util_excluded')).toHaveLength(2)
  })

  test('derive from their rows: each is changed, answered, stored and written to the audit log', async () => {
    for (const name of machineSettingNames) {
      const setting: MachineSetting = machineSettings[name]
      const id = await machine()
      const value = otherValue(setting)
      const inApi = setting.kind === 'duration' ? Number(value) / 1000 : value
      const fields = await change(id, { [setting.wire]: inApi })
      expect(fields).toHaveProperty(setting.wire, inApi)
      const { rows } = await t.db.owner.query(
        `select ${setting.column} as stored, before, after from equipment_setting s join audit_entry a
          on a.subject = 'equipment/' || s.equipment_id and operation = 'equipment.update'
          where equipment_id = $1 order by valid_from desc limit 1`,
        [id],
      )
      const { stored, before, after } = rows[0]
      expect([typeof value === 'number' ? Number(stored) : stored, before, after]).toEqual([
        value,
        { [name]: setting.default },
        { [name]: value },
      ])
    }
  })

  test('change as of a date, up to now and no further', async () => {
    const id = await machine()
    const from = start - 10 * MINUTE_MS
    await change(id, { excessive_downtime_threshold: 900, from: iso(from) })
    await change(id, { hourly_parts: 7 })
    expect(await over(id, 'excessive_downtime_threshold_ms')).toEqual([
      [0, 2_100_000],
      [from, 900_000],
      [clock.now(), 900_000],
    ])
    await change(id, { excessive_downtime_threshold: 1200, from: '1931-01-01T00:00:00Z' })
    expect(await over(id, 'excessive_downtime_threshold_ms')).toEqual([
      [0, 1_200_000],
      [from, 1_200_000],
      [clock.now(), 1_200_000],
    ])
    expect(await refused(id, { hourly_parts: 8, from: iso(clock.now() + 1) })).toEqual([400, 'invalid_request'])
    expect(await refused(id, { hourly_parts: 8, from: 'yesterday' })).toEqual([400, 'invalid_request'])
    await t.db.owner.query(
      "insert into machine_state (company_id, equipment_id, version, state, latest, since_checkpoint, horizon_at) select company_id, equipment_id, 0, '{}', '{}', 0, $2 from equipment where equipment_id = $1",
      [id, start],
    )
    expect(await refused(id, { hourly_parts: 8, from: iso(start - 1) })).toEqual([409, 'before_horizon'])
    await t.db.owner.query('delete from machine_state where equipment_id = $1', [id])
  })

  test('dated from an instant cause a recomputation from then on', async () => {
    const device = await machineWithDevice(t, token, root)
    const at = clock.now()
    clock.advance(10 * MINUTE_MS)
    const pings = [2, 4, 6, 8, 10].map((n) => ({ t: at + n * MINUTE_MS, type: 'ping' }))
    await device.send([{ t: at, type: 'cycle', cycle_time: 10 }, ...pings])
    const running = async () => {
      const query = { startDate: iso(at - MINUTE_MS), endDate: iso(clock.now()) }
      const { data } = await t.ask(statusOfEquipment, { token, params: { id: device.id }, query })
      return data.map(({ status_id, started_at }) => [status_id, started_at])
    }
    expect(await running()).toEqual([
      [1, iso(at - 10_000)],
      [2, iso(at)],
    ])
    await change(device.id, { maximum_allowed_cycle_time: 900, from: iso(at - MINUTE_MS) })
    expect(await running()).toEqual([[1, iso(at - 10_000)]])
  })

  test('are refused where they are none', async () => {
    const id = await machine()
    for (const body of [
      { maximum_allowed_cycle_time: 0 },
      { maximum_allowed_cycle_time: -1 },
      { maximum_allowed_cycle_time: 1e300 },
      { excessive_downtime_threshold: null },
      { excessive_downtime_threshold: '60' },
      { hourly_revenue: -0.01 },
      { hourly_parts: 'many' },
      { source: 'guess' },
      { util_excluded: 1 },
      { parent_org_unit_id: 0 },
      { category_id: 1.5 },
      { active: false },
      { company_id: 1 },
    ])
      expect([body, await refused(id, body)]).toEqual([body, [400, 'invalid_request']])
    expect(await refused(id, { name: ' ' })).toEqual([400, 'name_blank'])
    for (const body of [
      { parent_org_unit_id: 999_999 },
      { category_id: 999_999 },
      { manufacturer_id: 9e15 },
      { model_id: 9 },
    ])
      expect([body, await refused(id, body)]).toEqual([body, [404, 'not_found']])
  })

  test('prices are for admins', async () => {
    const id = await machine()
    await change(id, { hourly_revenue: 99 })
    const seen = async (as: string) =>
      (await t.ask(equipmentOfCompany, { token: as, query: { addlProps: 'true' } })).equipment.find(
        (found) => found.id === id,
      )
    expect(await seen(token)).toMatchObject({ hourly_revenue: 99, Devices: [] })
    expect(await seen(userToken)).not.toHaveProperty('hourly_revenue')
  })
})

describe('moving a machine', () => {
  test('counts from now, or from the date it is given', async () => {
    const hall = (await t.ask(calls.createOrgUnit, { token, body: { name: 'Hall', parent_id: root } })).orgUnit.id
    const id = await machine()
    const from = start - 30 * MINUTE_MS
    expect((await change(id, { parent_org_unit_id: hall, from: iso(from) })).parent_org_unit_id).toBe(hall)
    expect(await over(id, 'parent_org_unit_id')).toEqual([
      [0, root],
      [from, hall],
    ])
    const { equip } = await t.ask(calls.getEquipment, { token, params: { id } })
    expect(equip.parent_org_unit_id).toBe(hall)
  })
})

describe('lists of machines', () => {
  test('are added to by name, once', async () => {
    const { category } = await t.ask(lists.createCategory, { token, body: { name: 'Presses' } })
    expect((await t.ask(lists.createCategory, { token, body: { name: 'Presses' } })).category).toEqual(category)
    const { manufacturer } = await t.ask(lists.createManufacturer, { token, body: { name: 'Schuler' } })
    const { model } = await t.ask(lists.createModel, {
      token,
      body: { number: 'TBS 315', manufacturer_id: manufacturer.id },
    })
    expect((await t.ask(lists.listCategories, { token: userToken })).categories).toEqual([category])
    expect((await t.ask(lists.listManufacturers, { token: userToken })).manufacturers).toEqual([manufacturer])
    expect((await t.ask(lists.listModels, { token: userToken })).models).toEqual({ [manufacturer.id]: [model] })
    const answer = await t.call('POST', '/v0/equip/models', { token, body: { number: 'X', manufacturer_id: 999_999 } })
    expect(answer.status).toBe(404)
  })

  test('say what a machine is; a model is made by its number, and another manufacturer takes it away', async () => {
    const id = await machine()
    const { manufacturer } = await t.ask(lists.createManufacturer, { token, body: { name: 'Arburg' } })
    const { manufacturer: other } = await t.ask(lists.createManufacturer, { token, body: { name: 'Engel' } })
    const equip = await change(id, { manufacturer_id: manufacturer.id, model_number: '370 S' })
    expect(equip).toMatchObject({
      Manufacturer: manufacturer,
      Model: { number: '370 S', manufacturer_id: manufacturer.id },
    })
    expect((await change(id, { model_number: '370 S' })).model_id).toBe(equip.model_id)
    expect(await change(id, { manufacturer_id: other.id })).toMatchObject({ manufacturer_id: other.id, Model: null })
    const back = await change(id, { model_id: equip.model_id })
    expect(back).toMatchObject({ manufacturer_id: manufacturer.id, model_id: equip.model_id })
    expect(await refused(id, { manufacturer_id: other.id, model_id: equip.model_id })).toEqual([400, 'invalid_request'])
    expect(await refused(id, { model_number: '' })).toEqual([400, 'name_blank'])
    const none = await change(id, { manufacturer_id: null, model_number: null, category_id: null })
    expect(none).toMatchObject({ manufacturer_id: null, model_id: null, Category: null })
  })
})

test('About 30 time zones are offered, sorted', async () => {
  const { timezones } = await t.ask(calls.listTimeZones, { token: userToken })
  expect(timezones).toHaveLength(30)
  expect(timezones).toEqual([...timezones].sort())
})
