import { randomUUID } from 'node:crypto'
import { devicesOfCompany } from '@millwatch/contract/http/company'
import { createDevice, getDevice, updateDevice } from '@millwatch/contract/http/devices'
import { getEquipment } from '@millwatch/contract/http/tree'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { describe, expect, test } from 'vitest'

const { t, root, token } = await appWithCompany()

const rename = async (id: number, name: string | null) =>
  (await t.ask(updateDevice, { token, params: { id }, body: { name } })).device.name
const audited = async (id: number) =>
  (
    await t.db.owner.query('select before, after from audit_entry where operation = $1 and subject = $2', [
      'device.update',
      `device/${id}`,
    ])
  ).rows

describe('the name of a device', () => {
  test('is in every answer with the device, and is null without one', async () => {
    const { id, deviceId, uuid } = await machineWithDevice(t, token, root)
    const ofMachine = async () => (await t.ask(getEquipment, { token, params: { id } })).equip.Devices[0]?.name
    expect(await ofMachine()).toBeNull()
    expect(await rename(deviceId, '  Gateway of hall 2 ')).toBe('Gateway of hall 2')
    expect(await ofMachine()).toBe('Gateway of hall 2')
    expect((await t.ask(getDevice, { token, params: { uuid } })).device.name).toBe('Gateway of hall 2')
    const { devices } = await t.ask(devicesOfCompany, { token })
    expect(devices.find((device) => device.id === deviceId)?.name).toBe('Gateway of hall 2')
    expect(await rename(deviceId, ' \u200b ')).toBeNull()
  })

  test('is given when the device is added, or later; the log has both names, and no change for the same', async () => {
    const body = { deviceUUID: randomUUID(), primary: false, active: true, name: 'First' }
    const { id, name } = (await t.ask(createDevice, { token, body })).device
    expect(name).toBe('First')
    expect(await rename(id, 'First ')).toBe('First')
    expect(await audited(id)).toEqual([])
    await rename(id, 'Second')
    expect(await audited(id)).toMatchObject([{ before: { name: 'First' }, after: { name: 'Second' } }])
  })

  test.each(['x'.repeat(120), '<script>alert(1)</script>', '\u202eשלום', "'; drop table device; --"])(
    'is kept as it is: %s',
    async (name) => {
      const { deviceId } = await machineWithDevice(t, token, root)
      expect(await rename(deviceId, name)).toBe(name)
    },
  )

  test.each(['x'.repeat(121), 'line\nbreak', 5])('is refused: %j', async (name) => {
    const { deviceId } = await machineWithDevice(t, token, root)
    const answer = await t.call('PUT', `/v0/devices/${deviceId}`, { token, body: { name } })
    expect(answer.status).toBe(400)
  })
})
