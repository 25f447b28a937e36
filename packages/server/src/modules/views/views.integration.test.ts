import { getCompany } from '@millwatch/contract/http/company'
import { startRun } from '@millwatch/contract/http/runs'
import { createTag } from '@millwatch/contract/http/runs-tags'
import { createEquipment, createOrgUnit, getEquipment, getOrgUnit, updateOrgUnit } from '@millwatch/contract/http/tree'
import { utilizationOfEquipment, utilizationOfOrgUnits } from '@millwatch/contract/http/utilization'
import { EquipmentTile } from '@millwatch/contract/shapes/pages'
import { HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { iso, pressAndMill, start } from './views.testing.ts'

const { t, clock, root, admin, user, unit, press, mill } = await pressAndMill()

const util = async (from: number, to: number, token = admin) => {
  const query = { ids: String(press.id), startDate: iso(from), endDate: iso(to) }
  return (await t.ask(utilizationOfEquipment, { token, query })).equipment[0]
}

describe('the figures of a machine', () => {
  test('are those of the period, to the millisecond, from its first evidence on, up to now', async () => {
    expect(await util(start - HOUR_MS, start + 24 * HOUR_MS)).toEqual({
      id: press.id,
      running_s: 600,
      down_s: 600,
      offline_s: 900,
      powered_off_s: 0,
      scheduled_s: 2100,
      run_secs: 600,
      util_pct: (600 / 2100) * 100,
      cycles: 10,
      cycle_time_avg: 60,
      temp_avg: expect.closeTo((40 * 10 + 4.5 + 21.5) / 11, 9),
      analog_avg: 4.5,
      revenue: 0,
      potential_revenue: 0,
      missed_revenue: 0,
      parts: 10,
      potential_parts: 0,
      missed_parts: 0,
      explained: {
        running_inside_s: 600,
        running_outside_counted_s: 0,
        running_outside_left_out_s: 0,
        short_downtime_counted_s: 0,
        short_downtime_left_out_s: 600,
        excessive_downtime_s: 0,
        offline_scheduled_s: 900,
        archived: { machines: 0, seconds: 0 },
        excluded: { machines: 0, seconds: 0 },
        elsewhere: { machines: 0, seconds: 0 },
      },
      as_of: iso(clock.now()),
    })
    expect(await util(start + 9 * MINUTE_MS + 1, start + 20 * MINUTE_MS + 7)).toMatchObject({
      running_s: 59.999,
      down_s: 600,
      offline_s: 0.007,
      scheduled_s: 660.006,
    })
  })

  test('count a cycle where it ends, in [from, to)', async () => {
    expect(await util(start + MINUTE_MS, start + 2 * MINUTE_MS)).toMatchObject({ cycles: 1 })
    expect(await util(start + MINUTE_MS + 1, start + 2 * MINUTE_MS)).toMatchObject({ cycles: 0 })
  })

  test('have no percentage where nothing was scheduled', async () => {
    for (const [from, to] of [
      [start - HOUR_MS, start],
      [start + MINUTE_MS, start + MINUTE_MS],
      [start + HOUR_MS, start + 2 * HOUR_MS],
    ] as const) {
      expect(await util(from, to)).toMatchObject({ scheduled_s: 0, util_pct: null, run_secs: 0, cycles: 0 })
    }
  })

  test('leave parts to admins', async () => {
    expect(await util(start, start + HOUR_MS, user)).not.toHaveProperty('parts')
    const { equip } = await t.ask(getEquipment, { token: user, params: { id: press.id } })
    expect(equip).not.toHaveProperty('total_part_count')
  })

  test('contain what was acknowledged before the question, and what time alone has changed', async () => {
    const late = await machineWithDevice(t, admin, root, 'told')
    for (let i = 0; i < 30; i++) {
      await late.send([{ t: start + i * 1000, type: 'cycle', cycle_time: 1 }])
      const query = { ids: String(late.id), startDate: iso(start - HOUR_MS), endDate: iso(start + HOUR_MS) }
      const { equipment } = await t.ask(utilizationOfEquipment, { token: user, query })
      expect(equipment[0]?.cycles).toBe(i + 1)
    }
    const statusNow = async () =>
      (await t.ask(getEquipment, { token: user, params: { id: late.id } })).equip.current_status
    expect(await statusNow()).toMatchObject({ status: 3 })
    await late.send([{ t: clock.now(), type: 'cycle', cycle_time: 1 }])
    expect(await statusNow()).toMatchObject({ status: 1 })
    const ran = clock.now()
    clock.advance(300_001)
    expect(await statusNow()).toEqual({ status: 2, started_at: iso(ran) })
    clock.set(start + 35 * MINUTE_MS)
  })

  test.each([
    ['no period', { ids: '1' }],
    ['no instant', { ids: '1', startDate: 'yesterday', endDate: iso(start) }],
    ['no zone', { ids: '1', startDate: '2026-06-10T00:00:00', endDate: iso(start) }],
    ['a day that is not', { ids: '1', startDate: '2026-02-30T00:00:00Z', endDate: iso(start) }],
    ['an end before the start', { ids: '1', startDate: iso(start), endDate: iso(start - 1) }],
    ['no ids', { ids: '', startDate: iso(start), endDate: iso(start) }],
    ['ids that are none', { ids: '1,x', startDate: iso(start), endDate: iso(start) }],
    ['ids that are SQL', { ids: '1);--', startDate: iso(start), endDate: iso(start) }],
    ['too many ids', { ids: Array(1001).fill(1).join(), startDate: iso(start), endDate: iso(start) }],
  ])('refuse %s', async (_what, query) => {
    for (const kind of ['e', 'o']) {
      const answer = await t.call('GET', `/v0/util/${kind}?${new URLSearchParams(query)}`, { token: user })
      expect(answer.status).toBe(400)
      expect(answer.json).toMatchObject({ code: 'invalid_request', error: expect.stringContaining('querystring/') })
    }
  })

  test('take any zone an instant is written in', async () => {
    const query = {
      ids: String(press.id),
      startDate: '2026-06-10T09:00:00+09:00',
      endDate: '2026-06-09T20:10:00-04:00',
    }
    const { equipment } = await t.ask(utilizationOfEquipment, { token: user, query })
    expect(equipment[0]).toMatchObject({ running_s: 600, scheduled_s: 600 })
  })
})

describe('the figures of a unit', () => {
  test('are sums over its whole subtree', async () => {
    const add = async (name: string, parent_id: number) =>
      (await t.ask(createOrgUnit, { token: admin, body: { name, parent_id } })).orgUnit.id
    const site = await add('site', root)
    const line = await add('line', await add('hall of site', site))
    const near = await machineWithDevice(t, admin, site, 'near')
    const deep = await machineWithDevice(t, admin, line, 'deep')
    await near.send([{ t: start + MINUTE_MS, type: 'cycle', cycle_time: 30.25 }])
    await deep.send([{ t: start + 2 * MINUTE_MS, type: 'cycle', cycle_time: 60, count: 2 }])
    const period = { startDate: iso(start), endDate: iso(start + 3 * MINUTE_MS) }
    const ask = async (ids: number[]) =>
      (await t.ask(utilizationOfOrgUnits, { token: admin, query: { ids: ids.join(), ...period } })).orgUnits
    // After the limit without another cycle a machine is down since its last one.
    const nearFigures = { running_s: 30.25, scheduled_s: 150.25, cycles: 1 }
    const deepFigures = { running_s: 60, scheduled_s: 120, cycles: 2 }
    const { equipment } = await t.ask(utilizationOfEquipment, {
      token: admin,
      query: { ids: `${near.id},${deep.id}`, ...period },
    })
    expect(equipment).toMatchObject([nearFigures, deepFigures])
    expect(await ask([line, site])).toMatchObject([
      { id: line, ...deepFigures },
      { id: site, running_s: 90.25, scheduled_s: 270.25, run_secs: 90.25, cycles: 3, parts: 3 },
    ])
  })

  test('of an empty unit are nothing', async () => {
    const empty = (await t.ask(createOrgUnit, { token: admin, body: { name: 'empty', parent_id: root } })).orgUnit.id
    const query = { ids: String(empty), startDate: iso(start), endDate: iso(start + HOUR_MS) }
    const { orgUnits } = await t.ask(utilizationOfOrgUnits, { token: admin, query })
    expect(orgUnits[0]).toMatchObject({ id: empty, scheduled_s: 0, util_pct: null, cycles: 0, parts: 0 })
    const { orgUnit } = await t.ask(getOrgUnit, { token: admin, params: { id: empty } })
    expect(orgUnit).toMatchObject({ equipment: [], current_utilization: null, util_s_expected: 0 })
  })
})

describe('the page of a machine', () => {
  test('says all that is known of it', async () => {
    const { equip } = await t.ask(getEquipment, { token: admin, params: { id: press.id } })
    expect(equip).toEqual({
      id: press.id,
      name: 'press',
      route: `/e/${press.id}`,
      active: true,
      archived: false,
      currently_scheduled: true,
      schedule_changes_at: '2026-06-10T15:00:00.000Z',
      parent_org_unit_id: unit,
      ancestors: [
        { id: unit, name: 'hall' },
        { id: root, name: 'acme' },
      ],
      actual_timezone: 'Asia/Tokyo',
      target_pct: 80,
      device_uuid: press.uuid,
      current_status: { status: 3, started_at: iso(start + 20 * MINUTE_MS) },
      last_ping_at: iso(start + 35 * MINUTE_MS),
      latest_cycle: {
        occurred_at: iso(start + 10 * MINUTE_MS),
        is_startup: false,
        data: { cycle_time: 60, temperature_1: 40.9, analog_in_1: 9, analog_in_1_transformed: 9 },
      },
      latest_tlm_data: {
        occurred_at: iso(start + 20 * MINUTE_MS),
        temperature_1: 21.5,
        analog_in_1: null,
        analog_in_1_transformed: null,
      },
      util_pct: (600 / 2100) * 100,
      current_utilization: 600 / 2100,
      util_s: 600,
      util_s_available: 2100,
      total_cycle_count: 10,
      total_part_count: 10,
      cycles_per_hour: 60,
      today_started_at: '2026-06-09T15:00:00.000Z',
      as_of: iso(clock.now()),
      period: { startDate: '2026-06-09T15:00:00.000Z', endDate: iso(clock.now()) },
      maximum_allowed_cycle_time: 300,
      excessive_downtime_enabled: true,
      excessive_downtime_threshold: 2100,
      in_excessive_downtime: false,
      in_excessive_downtime_since: null,
      util_excluded: false,
      util_capped_by_schedule: true,
      util_incl_lt_xsf_dt: false,
      source: null,
      hourly_revenue: null,
      hourly_parts: null,
      category_id: null,
      manufacturer_id: null,
      model_id: null,
      Category: null,
      Manufacturer: null,
      Model: null,
      schedule: Object.fromEntries(Array.from({ length: 7 }, (_, day) => [day, [[0, 86_400, 0]]])),
      schedule_source: 'acme',
      current_shift: { shift: 0, started_at: '2026-06-09T15:00:00.000Z', ended_at: '2026-06-10T15:00:00.000Z' },
      last_shift: null,
      current_run: null,
      parts_per_hour: 60,
      util_s_actual: 600,
      util_s_expected: 2100,
      figures: await util(start - 9 * HOUR_MS, clock.now()),
      util_groups: expect.any(Array),
      cc_groups: expect.any(Array),
      comm_detail: [],
      org_unit_type_id: 2,
      supports_device_outputs: false,
      shift_mgmt_locked_at: null,
      shift_mgmt_locked_by: null,
      Devices: [
        {
          id: press.deviceId,
          name: null,
          device_uuid: press.uuid,
          is_primary: true,
          active: true,
          analog_in_1_config: { unit: null, scale: 1, offset: 0 },
          last_contact_at: iso(start + 35 * MINUTE_MS),
          clock_skewed: false,
          clock_reset: null,
          received: 12,
          accepted: 12,
          duplicates: 0,
          quarantined: 0,
          discarded: 0,
          refused: null,
        },
      ],
    })
  })

  test('without any event says so', async () => {
    const { equip: silent } = await t.ask(createEquipment, { token: admin, body: { name: 'silent', parent_id: unit } })
    const { equip } = await t.ask(getEquipment, { token: admin, params: { id: silent.id } })
    expect(equip).toMatchObject({ current_status: null, last_ping_at: null, latest_cycle: null, latest_tlm_data: null })
    expect(equip).toMatchObject({
      device_uuid: null,
      Devices: [],
      currently_scheduled: false,
      util_pct: null,
      current_utilization: null,
      cycles_per_hour: null,
      total_cycle_count: 0,
    })
  })

  test('shows what became of what its devices sent', async () => {
    const counted = await machineWithDevice(t, admin, root, 'counted')
    const good = { t: start, type: 'cycle', cycle_time: 1 }
    await counted.send([good, { t: start, type: 'nonsense' }], 'one')
    await counted.send([good, { t: start, type: 'nonsense' }], 'one')
    const { equip } = await t.ask(getEquipment, { token: admin, params: { id: counted.id } })
    expect(equip.Devices[0]).toMatchObject({ received: 4, accepted: 1, quarantined: 1, duplicates: 2 })
  })

  test('counts its day from its own midnight', async () => {
    const body = { name: 'new york', parent_id: root }
    const { orgUnit: site } = await t.ask(createOrgUnit, { token: admin, body })
    await t.ask(updateOrgUnit, { token: admin, params: { id: site.id }, body: { timezone: 'America/New_York' } })
    const lathe = await machineWithDevice(t, admin, site.id, 'lathe')
    await lathe.send([
      { t: start - 21 * HOUR_MS, type: 'cycle', cycle_time: 1 },
      { t: start - 19 * HOUR_MS, type: 'cycle', cycle_time: 1 },
    ])
    const { equip } = await t.ask(getEquipment, { token: admin, params: { id: lathe.id } })
    expect(equip).toMatchObject({
      today_started_at: iso(start - 20 * HOUR_MS),
      total_cycle_count: 1,
      actual_timezone: 'America/New_York',
    })
  })
})

describe('the page of a unit', () => {
  test('holds its machines as their own pages do, and its figures of today or of the period asked for', async () => {
    const { orgUnit } = await t.ask(getOrgUnit, { token: admin, params: { id: unit } })
    const { equip } = await t.ask(getEquipment, { token: admin, params: { id: press.id } })
    expect(equip).toMatchObject(orgUnit.equipment.find((machine) => machine.id === press.id) ?? { id: 0 })
    expect(orgUnit).toMatchObject({
      id: unit,
      route: `/o/${unit}`,
      parent_id: root,
      ancestors: [{ id: root, name: 'acme' }],
      current_utilization: 600 / 2100,
      util_s_actual: 600,
      util_s_expected: 2100,
      period: { startDate: '2026-06-09T15:00:00.000Z', endDate: iso(clock.now()) },
    })
    const query = { startDate: iso(start), endDate: iso(start + 10 * MINUTE_MS) }
    const answer = await t.ask(getOrgUnit, { token: admin, params: { id: unit }, query })
    expect(answer.orgUnit).toMatchObject({ current_utilization: 1, util_s_actual: 600, period: query })
    const half = await t.call('GET', `/v0/o/${unit}?startDate=${query.startDate}`, { token: admin })
    expect(half.status).toBe(400)
  })

  test('sends of each machine the fields of a tile only, since tiles are written as they are', async () => {
    const { tag } = await t.ask(createTag, { token: admin, body: { name: 'bolt' } })
    await t.ask(startRun, { token: user, body: { equipId: mill.id, tags: [tag.id], cyclesTotal: 5, partsPerCycle: 2 } })
    for (const token of [admin, user]) {
      const { orgUnit } = await t.ask(getOrgUnit, { token, params: { id: root } })
      expect(orgUnit.equipment.find(({ id }) => id === mill.id)?.current_run).toMatchObject({ cycles_total: 5 })
      for (const tile of orgUnit.equipment) expect(Value.Clean(EquipmentTile, structuredClone(tile))).toEqual(tile)
    }
  })

  test('has the figures that the unit has where only they are asked for, its averages too', async () => {
    const query = { startDate: iso(start), endDate: iso(start + HOUR_MS) }
    for (const id of [unit, root]) {
      const { orgUnit } = await t.ask(getOrgUnit, { token: admin, params: { id }, query })
      const { orgUnits } = await t.ask(utilizationOfOrgUnits, { token: admin, query: { ids: String(id), ...query } })
      expect(orgUnit.figures).toEqual(orgUnits[0])
      expect(orgUnit.figures.cycle_time_avg).toEqual(id === unit ? 60 : expect.any(Number))
      expect(orgUnit.figures).toMatchObject({ temp_avg: expect.any(Number), analog_avg: 4.5 })
    }
  })

  test('of the company shows every machine with its status', async () => {
    const { company } = await t.ask(getCompany, { token: user })
    expect(company).toMatchObject({ name: 'acme', root_org_unit_id: root, tree: { id: root, org_unit_type_id: 1 } })
    const hall = company.tree.children.find((child) => child.id === unit)
    expect(hall?.equipment.find((machine) => machine.id === press.id)).toEqual({
      id: press.id,
      name: 'press',
      active: true,
      current_status: { status: 3, started_at: iso(start + 20 * MINUTE_MS) },
      last_ping_at: iso(start + 35 * MINUTE_MS),
      currently_scheduled: true,
      schedule_changes_at: '2026-06-10T15:00:00.000Z',
      schedule_source: 'acme',
    })
  })
})
