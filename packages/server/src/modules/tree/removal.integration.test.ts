import { randomUUID } from 'node:crypto'
import { equipmentOfCompany, getCompany, orgUnitsOfCompany } from '@millwatch/contract/http/company'
import { createDevice, getDevice } from '@millwatch/contract/http/devices'
import * as calls from '@millwatch/contract/http/tree'
import { MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const clock = manualClock(Date.parse('2026-11-02T09:00:00Z'))

const { t, root, token } = await appWithCompany({ clock, timezone: 'America/New_York' })

const unit = async (name: string, parent_id = root) =>
  (await t.ask(calls.createOrgUnit, { token, body: { name, parent_id } })).orgUnit.id
const machine = async (name: string, parent_id: number) =>
  (await t.ask(calls.createEquipment, { token, body: { name, parent_id } })).equip.id
const remove = (path: string) => t.call('DELETE', path, { token })
const zoneOf = async (id: number) => (await t.ask(calls.getEquipment, { token, params: { id } })).equip.actual_timezone
const parentsOver = async (id: number) =>
  (
    await t.db.owner.query(
      'select valid_from::float8 as "from", parent_org_unit_id::int as parent from equipment_setting where equipment_id = $1 order by valid_from',
      [id],
    )
  ).rows

describe('removing a unit', () => {
  test('moves its units and machines, archived ones too, to the unit above, and loses none', async () => {
    const site = await unit('Site')
    const hall = await unit('Hall', site)
    const line = await unit('Line', hall)
    const machines = [await machine('a', hall), await machine('b', hall), await machine('c', line)]
    await t.ask(calls.archiveEquipment, { token, params: { id: machines[1] as number }, body: { archived: true } })
    const counts = async () => {
      const { orgUnits } = await t.ask(orgUnitsOfCompany, { token })
      const { equipment } = await t.ask(equipmentOfCompany, { token })
      return [orgUnits.length, equipment.length]
    }
    const [units = 0, all = 0] = await counts()
    clock.advance(MINUTE_MS)
    const answer = await t.ask(calls.removeOrgUnit, { token, params: { id: hall } })
    expect(answer.orgUnit.id).toBe(site)
    expect(await counts()).toEqual([units - 1, all])
    const { orgUnits } = await t.ask(orgUnitsOfCompany, { token })
    expect(orgUnits.find((listed) => listed.id === line)?.parent_id).toBe(site)
    const { equipment } = await t.ask(equipmentOfCompany, { token })
    const places = new Map(equipment.map((listed) => [listed.id, listed.parent_org_unit_id]))
    expect(machines.map((id) => places.get(id))).toEqual([site, site, line])
    expect(await parentsOver(machines[0] as number)).toEqual([
      { from: 0, parent: hall },
      { from: clock.now(), parent: site },
    ])
    for (const path of [`/v0/o/${hall}`, `/v0/o/${hall}`]) expect((await remove(path)).status).toBe(404)
    expect((await t.call('GET', `/v0/o/${hall}`, { token })).status).toBe(404)
    expect((await t.call('PUT', `/v0/o/${hall}`, { token, body: { name: 'x' } })).status).toBe(404)
    expect((await t.call('POST', '/v0/o', { token, body: { name: 'x', parent_id: hall } })).status).toBe(404)
    expect((await t.call('POST', '/v0/e', { token, body: { name: 'x', parent_id: hall } })).status).toBe(404)
    expect(JSON.stringify(await t.ask(getCompany, { token }))).not.toContain('"Hall"')
  })

  test('ends what was inherited from it', async () => {
    const hall = await unit('Tokyo hall')
    const line = await unit('Tokyo line', hall)
    await t.ask(calls.updateOrgUnit, { token, params: { id: hall }, body: { timezone: 'Asia/Tokyo' } })
    const id = await machine('far', line)
    expect(await zoneOf(id)).toBe('Asia/Tokyo')
    await t.ask(calls.removeOrgUnit, { token, params: { id: hall } })
    expect(await zoneOf(id)).toBe('America/New_York')
  })

  test('is refused for the root', async () => {
    const answer = await remove(`/v0/o/${root}`)
    expect([answer.status, answer.json]).toMatchObject([409, { code: 'root_not_removable' }])
  })

  test('of many who remove a chain at once, none leaves anything hanging', async () => {
    const chain = [await unit('c0')]
    for (let i = 1; i < 5; i++) chain.push(await unit(`c${i}`, chain[i - 1]))
    const id = await machine('last', chain[4] as number)
    const answers = await Promise.all(chain.map((unitId) => remove(`/v0/o/${unitId}`)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
    const { equip } = await t.ask(calls.getEquipment, { token, params: { id } })
    expect(equip.parent_org_unit_id).toBe(root)
  })
})

describe('removing a machine', () => {
  test('deactivates and orphans its devices, and leaves its past', async () => {
    const hall = await unit('Removal')
    const gone = await machineWithDevice(t, token, hall, 'gone')
    await gone.send([{ t: clock.now(), type: 'status', status: 'running' }])
    clock.advance(MINUTE_MS)
    const removed = await remove(`/v0/e/${gone.id}`)
    expect(removed.json).toEqual({ status: 'success' })
    expect((await t.call('GET', `/v0/e/${gone.id}`, { token })).status).toBe(404)
    expect((await remove(`/v0/e/${gone.id}`)).status).toBe(404)
    const { device } = await t.ask(getDevice, { token, params: { uuid: gone.uuid } })
    expect(device).toMatchObject({ equipment_id: null, Equipment: null, active: false, is_primary: false, accepted: 1 })
    clock.advance(2000)
    await expect(gone.send([{ t: clock.now(), type: 'ping' }])).rejects.toThrow('401')
    const { rows } = await t.db.owner.query('select count(*)::int as n from status_interval where equipment_id = $1', [
      gone.id,
    ])
    expect(rows[0].n).toBeGreaterThan(0)
    const add = { deviceUUID: randomUUID(), equipId: gone.id }
    expect((await t.call('POST', '/v0/devices', { token, body: add })).status).toBe(404)
    expect(
      (await t.call('PUT', `/v0/devices/${device.id}/reassign`, { token, body: { equipId: gone.id } })).status,
    ).toBe(404)
  })
})

describe('archiving a machine', () => {
  test('deactivates its devices and keeps them there; restored, they are reactivated by hand', async () => {
    const hall = await unit('Archive')
    const resting = await machineWithDevice(t, token, hall, 'resting')
    const archive = (archived: boolean) =>
      t.ask(calls.archiveEquipment, { token, params: { id: resting.id }, body: { archived } })
    const device = async () => (await t.ask(getDevice, { token, params: { uuid: resting.uuid } })).device
    clock.advance(MINUTE_MS)
    const archivedAt = clock.now()
    expect((await archive(true)).equip.active).toBe(false)
    expect(await device()).toMatchObject({ equipment_id: resting.id, active: false, is_primary: false })
    const wake = () => t.call('PUT', `/v0/devices/${resting.deviceId}`, { token, body: { active: true } })
    expect([(await wake()).status, (await wake()).json]).toMatchObject([409, { code: 'equipment_archived' }])
    const another = { deviceUUID: randomUUID(), equipId: resting.id }
    expect((await t.call('POST', '/v0/devices', { token, body: another })).status).toBe(409)
    clock.advance(MINUTE_MS)
    expect((await archive(false)).equip.active).toBe(true)
    expect(await device()).toMatchObject({ active: false })
    expect((await wake()).status).toBe(200)
    expect(await device()).toMatchObject({ active: true, is_primary: true })
    clock.advance(2000)
    await resting.send([{ t: clock.now(), type: 'ping' }])
    const { rows } = await t.db.owner.query(
      'select valid_from::float8 as "from", active from equipment_setting where equipment_id = $1 order by valid_from',
      [resting.id],
    )
    expect(rows).toEqual([
      { from: 0, active: true },
      { from: archivedAt, active: false },
      { from: archivedAt + MINUTE_MS, active: true },
    ])
  })

  test('or restoring it again changes nothing and records nothing', async () => {
    const id = await machine('twice', root)
    const archive = (archived: boolean) => t.ask(calls.archiveEquipment, { token, params: { id }, body: { archived } })
    await archive(false)
    await archive(true)
    await archive(true)
    const { rows } = await t.db.owner.query(
      "select before, after from audit_entry where subject = $1 and operation = 'equipment.archive'",
      [`equipment/${id}`],
    )
    expect(rows).toEqual([{ before: { active: true }, after: { active: false } }])
  })
})

test('A device of a machine that is removed while it is put there stands on none', async () => {
  for (let i = 0; i < 5; i++) {
    const first = await machineWithDevice(t, token, root)
    const id = await machine('target', root)
    const [, put] = await Promise.all([
      remove(`/v0/e/${id}`),
      t.call('PUT', `/v0/devices/${first.deviceId}/reassign`, { token, body: { equipId: id } }),
    ])
    expect([200, 404]).toContain(put.status)
    const { device } = await t.ask(getDevice, { token, params: { uuid: first.uuid } })
    expect(device.equipment_id).not.toBe(id)
  }
})

test('A device may be added to a machine just made', async () => {
  const id = await machine('new', root)
  const body = { deviceUUID: ` ${randomUUID()} `, equipId: id }
  const { device } = await t.ask(createDevice, { token, body })
  expect(device).toMatchObject({ is_primary: true, active: true, equipment_id: id })
})
