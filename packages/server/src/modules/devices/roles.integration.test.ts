import { randomUUID } from 'node:crypto'
import { devicesOfCompany } from '@millwatch/contract/http/company'
import * as calls from '@millwatch/contract/http/devices'
import { createEquipment, getEquipment } from '@millwatch/contract/http/tree'
import { MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const clock = manualClock(Date.parse('2026-11-02T09:00:00Z'))

const { t, root, token } = await appWithCompany({ clock })

const machine = async () => (await t.ask(createEquipment, { token, body: { name: 'Press', parent_id: root } })).equip.id
const add = async (equipId: number, more: object = {}) =>
  (await t.ask(calls.createDevice, { token, body: { deviceUUID: randomUUID(), equipId, ...more } })).device
const change = async (id: number, body: object) =>
  (await t.ask(calls.updateDevice, { token, params: { id }, body })).device
const roleOf = ({ is_primary, active }: { is_primary: boolean; active: boolean }) => ({ is_primary, active })
const read = async (uuid: string) => (await t.ask(calls.getDevice, { token, params: { uuid } })).device

describe('the role of a device', () => {
  test('is primary for the first on a machine, active for any, and otherwise as asked', async () => {
    const id = await machine()
    expect(await add(id)).toMatchObject({ is_primary: true, active: true, Equipment: { name: 'Press' } })
    expect(roleOf(await add(id))).toEqual({ is_primary: false, active: true })
    expect(roleOf(await add(id, { active: false }))).toEqual({ is_primary: false, active: false })
    expect(roleOf(await add(await machine(), { active: false }))).toEqual({ is_primary: false, active: false })
    expect(roleOf(await add(await machine(), { primary: true, active: false }))).toEqual({
      is_primary: true,
      active: true,
    })
  })

  test('changes with one on another: one primary, primary active, inactive not primary', async () => {
    const id = await machine()
    const first = await add(id)
    const second = await add(id, { active: false })
    expect(roleOf(await change(second.id, { primary: true }))).toEqual({ is_primary: true, active: true })
    expect(roleOf(await read(first.device_uuid))).toEqual({ is_primary: false, active: true })
    clock.advance(MINUTE_MS)
    expect(roleOf(await change(second.id, { active: false }))).toEqual({ is_primary: false, active: false })
    expect((await t.ask(getEquipment, { token, params: { id } })).equip.device_uuid).toBeNull()
    expect(roleOf(await change(second.id, { active: true }))).toEqual({ is_primary: true, active: true })
    expect(roleOf(await change(second.id, { primary: false }))).toEqual({ is_primary: false, active: true })
  })

  test('that is asked for again is no change', async () => {
    const device = await add(await machine())
    await change(device.id, { primary: true, active: true })
    const { rows } = await t.db.owner.query('select operation from audit_entry where subject = $1', [
      `device/${device.id}`,
    ])
    expect(rows).toEqual([{ operation: 'device.create' }])
  })
})

describe('the list of devices', () => {
  test('has primary ones first, then active ones', async () => {
    const id = await machine()
    await add(id, { active: false, primary: false })
    await add(id, { primary: false })
    await add(id, { primary: true })
    const { devices } = await t.ask(devicesOfCompany, { token })
    const ranks = devices.map((device) => (device.is_primary ? 0 : device.active ? 1 : 2))
    expect(ranks).toEqual([...ranks].sort())
    expect(new Set(ranks).size).toBe(3)
  })
})

describe('taking a device from its machine', () => {
  test('leaves it nowhere; what it says stays with it; and it can be put elsewhere', async () => {
    const mill = await machineWithDevice(t, token, root)
    await mill.send([{ t: clock.now(), type: 'status', status: 'running' }])
    clock.advance(MINUTE_MS)
    const params = { id: mill.deviceId }
    const { device } = await t.ask(calls.removeDevice, { token, params })
    expect(device).toMatchObject({ equipment_id: null, Equipment: null, is_primary: false, active: true })
    await t.ask(calls.removeDevice, { token, params })
    expect(await mill.send([{ t: clock.now(), type: 'ping' }])).toMatchObject({ accepted: 1 })
    const { rows } = await t.db.owner.query(
      'select count(*)::int as n from event where device_id = $1 and equipment_id = 0',
      [mill.deviceId],
    )
    expect(rows[0].n).toBe(1)
    const { equip } = await t.ask(getEquipment, { token, params: { id: mill.id } })
    expect([equip.device_uuid, equip.current_status?.status]).toEqual([null, 3])
    const target = await machine()
    const put = await t.ask(calls.reassignDevice, { token, params, body: { equipId: target } })
    expect(put.device).toMatchObject({ equipment_id: target, is_primary: true, active: true })
  })
})

describe('a key', () => {
  test('is given anew, shown once, and the old one refused within a second', async () => {
    const mill = await machineWithDevice(t, token, root)
    await mill.send([{ t: clock.now(), type: 'ping' }])
    const answer = await t.ask(calls.rotateDeviceKey, { token, params: { id: mill.deviceId } })
    expect(answer.device_key).toMatch(/^[\w-]{43}$/)
    expect(answer.device_key).not.toBe(mill.key)
    clock.advance(1001)
    await expect(mill.send([{ t: clock.now(), type: 'ping' }])).rejects.toThrow('401')
    const headers = { authorization: `Device ${mill.uuid}:${answer.device_key}` }
    const body = { batch_id: 'new', events: [] }
    expect((await t.call('POST', '/v0/ingest', { headers, body })).status).toBe(200)
    for (const table of ['audit_entry', 'device_directory', 'device']) {
      const { rows } = await t.db.owner.query(`select * from ${table}`)
      expect(JSON.stringify(rows)).not.toContain(answer.device_key)
    }
  })
})

test('A device is read by its uuid in any spelling; what is none is not there', async () => {
  const { device_uuid: uuid, id } = await add(await machine())
  expect((await read(` {${uuid.toUpperCase()}} `)).id).toBe(id)
  for (const other of [randomUUID(), 'x', '%00', '..%2f', `${uuid}0`])
    expect((await t.call('GET', `/v0/devices/${other}`, { token })).status).toBe(404)
})

test('Many who change one device at once leave it in one role', async () => {
  const id = await machine()
  const [a, b] = [await add(id), await add(id)]
  const asks = Array.from({ length: 12 }, (_, i) =>
    t.call('PUT', `/v0/devices/${i % 2 ? a.id : b.id}`, {
      token,
      body: i % 3 ? { primary: true } : { active: i % 4 < 2 },
    }),
  )
  expect((await Promise.all(asks)).map((answer) => answer.status)).toEqual(asks.map(() => 200))
  const { rows } = await t.db.owner.query(
    `select d.active, a.is_primary from device d join device_assignment a using (device_id)
     where a.equipment_id = $1 and a.valid_to is null`,
    [id],
  )
  expect(rows).toHaveLength(2)
  expect(rows.filter((row) => row.is_primary).length).toBeLessThanOrEqual(1)
  for (const row of rows) if (row.is_primary) expect(row.active).toBe(true)
})
