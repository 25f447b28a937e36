import type { Body } from '@millwatch/contract/endpoint'
import * as calls from '@millwatch/contract/http/devices'
import { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import { createEquipment, getEquipment } from '@millwatch/contract/http/tree'
import { MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, type InjectApp, injectApp, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const clock = manualClock(Date.parse('2026-11-02T09:00:00Z'))
const iso = (at: number) => new Date(at).toISOString()

const { t, root, token } = await appWithCompany({ clock })

const machine = async () => (await t.ask(createEquipment, { token, body: { name: 'Press', parent_id: root } })).equip.id
/** Returns a device that is on no machine, because it was removed from its machine. */
async function loose() {
  const device = await machineWithDevice(t, token, root)
  clock.advance(MINUTE_MS)
  await t.ask(calls.removeDevice, { token, params: { id: device.deviceId } })
  clock.advance(MINUTE_MS)
  return device
}
const put = (id: number, body: object) => t.call('PUT', `/v0/devices/${id}/reassign`, { token, body })
const logOf = async (id: number, from: number) => {
  const query = { startDate: iso(from), endDate: iso(clock.now()) }
  const { data } = await t.ask(statusOfEquipment, { token, params: { id }, query })
  return data.map(({ status_id, started_at }) => [status_id, Date.parse(started_at) - from])
}
const placesOf = async (deviceId: number) =>
  (
    await t.db.owner.query(
      'select equipment_id::int as machine, is_primary as primary, count(*)::int as n from event where device_id = $1 group by 1, 2 order by 1, 2',
      [deviceId],
    )
  ).rows

describe('a device that is put on a machine as of an earlier instant', () => {
  test('brings what it said since then while it stood nowhere, and nothing before', async () => {
    const device = await loose()
    const at = clock.now()
    await device.send([{ t: at, type: 'status', status: 'running' }])
    clock.advance(5 * MINUTE_MS)
    await device.send([{ t: at + 5 * MINUTE_MS, type: 'cycle', cycle_time: 12, temperature_1: 40 }])
    await device.send([{ t: at + 5 * MINUTE_MS, type: 'status', status: 'down' }])
    clock.advance(MINUTE_MS)
    const id = await machine()
    expect((await put(device.deviceId, { equipId: id, from: iso(at + MINUTE_MS) })).status).toBe(200)
    expect(await placesOf(device.deviceId)).toEqual([
      { machine: 0, primary: false, n: 1 },
      { machine: id, primary: true, n: 2 },
    ])
    expect(await logOf(id, at)).toEqual([
      [1, 5 * MINUTE_MS - 12_000],
      [2, 5 * MINUTE_MS],
    ])
    const { equip } = await t.ask(getEquipment, { token, params: { id } })
    expect(equip.latest_cycle?.occurred_at).toBe(iso(at + 5 * MINUTE_MS))
  })

  test('is computed as if it had been there all the time', async () => {
    const device = await loose()
    const at = clock.now()
    const events = [
      { t: at, type: 'status', status: 'running' },
      { t: at + 3 * MINUTE_MS, type: 'status', status: 'down' },
      { t: at + 6 * MINUTE_MS, type: 'status', status: 'running' },
    ]
    const witness = await machineWithDevice(t, token, root)
    clock.advance(7 * MINUTE_MS)
    for (const [i, event] of events.entries()) {
      await device.send([event], `e-${i}`)
      await witness.send([event], `e-${i}`)
    }
    const id = await machine()
    await put(device.deviceId, { equipId: id, from: iso(at) })
    expect(await logOf(id, at)).toEqual(await logOf(witness.id, at))
    expect(await logOf(id, at)).toHaveLength(3)
  })

  test('takes over from an earlier primary as of then, whose word no longer counts', async () => {
    const old = await machineWithDevice(t, token, root)
    const at = clock.now()
    await old.send([{ t: at, type: 'status', status: 'running' }])
    const device = await loose()
    const took = clock.now()
    await device.send([{ t: took, type: 'status', status: 'down' }])
    clock.advance(MINUTE_MS)
    await old.send([{ t: clock.now(), type: 'status', status: 'running' }])
    clock.advance(MINUTE_MS)
    expect((await put(device.deviceId, { equipId: old.id, primary: true, from: iso(took) })).status).toBe(200)
    expect(await logOf(old.id, at)).toEqual([
      [1, 0],
      [2, took - at],
    ])
    const { rows } = await t.db.owner.query(
      `select device_id::int as device, is_primary as primary, valid_from::float8 - $2 as "from", valid_to::float8 - $2 as "to"
       from device_assignment where equipment_id = $1 order by is_primary desc, valid_from`,
      [old.id, at],
    )
    expect(rows).toEqual([
      { device: old.deviceId, primary: true, from: 0, to: took - at },
      { device: device.deviceId, primary: true, from: took - at, to: null },
      { device: old.deviceId, primary: false, from: took - at, to: null },
    ])
  })

  test('is refused where it stood on a machine, ahead of now, and before what is kept', async () => {
    const device = await loose()
    const id = await machine()
    const code = async (body: object) => {
      const { status, json } = await put(device.deviceId, body)
      return [status, (json as { code?: string }).code]
    }
    expect(await code({ equipId: id, from: iso(clock.now() - 90_000) })).toEqual([409, 'device_stood_on_machine'])
    expect(await code({ equipId: id, from: iso(clock.now() + 1) })).toEqual([400, 'invalid_request'])
    expect(await code({ equipId: id, from: 'soon' })).toEqual([400, 'invalid_request'])
    expect(await code({ equipId: 999_999, from: iso(clock.now()) })).toEqual([404, 'not_found'])
    expect((await put(device.deviceId, { equipId: id })).status).toBe(200)
    clock.advance(MINUTE_MS)
    expect(await code({ equipId: id, primary: false, from: iso(clock.now() - 1000) })).toEqual([
      409,
      'device_stood_on_machine',
    ])
    await t.ask(calls.removeDevice, { token, params: { id: device.deviceId } })
    const removedAt = clock.now()
    clock.advance(MINUTE_MS)
    await t.db.owner.query('update machine_state set horizon_at = $2 where equipment_id = $1', [id, clock.now()])
    expect(await code({ equipId: id, from: iso(removedAt) })).toEqual([409, 'before_horizon'])
  })
})

describe('while devices speak', () => {
  let live: InjectApp
  let admin: string
  let unit: number
  beforeAll(async () => {
    live = await injectApp()
    const acme = await companyWithPeople(live, 'acme')
    unit = acme.rootOrgUnitId
    admin = await live.signIn(acme.emailOf('admin'))
  })
  afterAll(() => live.close())
  const add = async () =>
    (await live.ask(createEquipment, { token: admin, body: { name: 'Press', parent_id: unit } })).equip.id
  const reassign = async (id: number, body: Body<typeof calls.reassignDevice>) =>
    void (await live.ask(calls.reassignDevice, { token: admin, params: { id }, body }))
  const takeAway = async (id: number) => void (await live.ask(calls.removeDevice, { token: admin, params: { id } }))

  test('none of their events is left with a machine they had left, or with none they were put on', async () => {
    const [a, b] = [await add(), await add()]
    const devices = await Promise.all(Array.from({ length: 4 }, () => machineWithDevice(live, admin, unit)))
    let stopped = false
    const talk = devices.map(async (device) => {
      for (let i = 0; !stopped; i++) await device.send([{ t: live.clock.now(), type: 'ping' }], `p-${i}`)
    })
    for (let round = 0; round < 20; round++) {
      const body = { equipId: round % 2 ? a : b, primary: round % 4 === 0 }
      await Promise.all(devices.map((device) => reassign(device.deviceId, body)))
      await Promise.all(devices.map((device) => takeAway(device.deviceId)))
    }
    stopped = true
    await Promise.all(talk)
    // An event in the same millisecond as a change may have come before it.
    const { rows } = await live.db.owner.query(
      `select e.occurred_at, e.equipment_id, a.equipment_id as expected from event e
       left join device_assignment a on a.device_id = e.device_id
         and int8range(a.valid_from, a.valid_to) @> e.occurred_at
       where e.device_id = any($1) and e.equipment_id <> coalesce(a.equipment_id, 0) and not exists (
         select from device_assignment c where c.device_id = e.device_id and e.occurred_at in (c.valid_from, c.valid_to))`,
      [devices.map((device) => device.deviceId)],
    )
    expect(rows).toEqual([])
  })

  test('one put on a machine as of an earlier instant leaves nothing behind that it says meanwhile', async () => {
    for (let round = 0; round < 5; round++) {
      const device = await machineWithDevice(live, admin, unit)
      await live.db.owner.query('delete from device_assignment where device_id = $1', [device.deviceId])
      const since = live.clock.now()
      let stopped = false
      let sent = 0
      const talk = (async () => {
        for (; !stopped; sent++) await device.send([{ t: live.clock.now(), type: 'ping' }])
      })().finally(() => {
        stopped = true
      })
      const until = async (count: number) => {
        while (sent < count && !stopped) await new Promise(setImmediate)
      }
      await until(10)
      await reassign(device.deviceId, { equipId: device.id, from: iso(since) })
      await until(sent + 10)
      stopped = true
      await talk
      const { rows } = await live.db.owner.query(
        'select equipment_id::int as machine, is_primary as primary, count(*)::int as n from event where device_id = $1 group by 1, 2',
        [device.deviceId],
      )
      expect(rows).toEqual([{ machine: device.id, primary: true, n: sent }])
    }
  })
})
