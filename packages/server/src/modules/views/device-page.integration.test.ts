import { randomUUID } from 'node:crypto'
import { commandsTopic } from '@millwatch/contract/devices'
import {
  createDevice,
  getDeviceConfig,
  reassignDevice,
  removeDevice,
  updateDevice,
} from '@millwatch/contract/http/devices'
import { readDevicePage } from '@millwatch/contract/http/devices-page'
import { archiveEquipment } from '@millwatch/contract/http/tree'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { signedInCompany } from '@millwatch/lab/app/members'
import { connect } from 'mqtt'
import { describe, expect, test } from 'vitest'

const t = await openApp()
const { mqttUrl } = await t.listen()
const acme = await signedInCompany(t, 'acme')
const globex = await signedInCompany(t, 'globex')
const { superuser: token, admin, user } = acme.tokens

const machine = () => machineWithDevice(t, admin, acme.rootOrgUnitId)
const page = (uuid: string, by = token) => t.ask(readDevicePage, { token: by, params: { uuid } })
const answerTo = async (uuid: string, by: string) => {
  const { status, json } = await t.call('GET', `/v0/devices/${uuid}/page`, { token: by })
  return [status, (json as { code?: string }).code]
}
/** Instant some time before now (epoch ms). */
const before = (ms: number) => t.clock.now() - ms

describe('the page of a device', () => {
  test('is for superusers of its company; to all others of them it does not exist', async () => {
    const { uuid } = await machine()
    expect((await page(uuid)).device.device_uuid).toBe(uuid)
    expect((await page(uuid.toUpperCase())).device.device_uuid).toBe(uuid)
    expect(await answerTo(uuid, admin)).toEqual([403, 'forbidden'])
    expect(await answerTo(uuid, user)).toEqual([403, 'forbidden'])
    expect(await answerTo(uuid, globex.tokens.superuser)).toEqual([404, 'not_found'])
    expect(await answerTo(randomUUID(), token)).toEqual([404, 'not_found'])
    expect(await answerTo('no-uuid', token)).toEqual([404, 'not_found'])
  })

  test('of a device that never sent anything, on no machine, is empty', async () => {
    const uuid = randomUUID()
    const body = { deviceUUID: uuid, primary: false, active: true }
    await t.ask(createDevice, { token: admin, body })
    expect(await page(uuid)).toMatchObject({
      device: { equipment_id: null, last_contact_at: null, received: 0 },
      machine_active: null,
      clock_skewed: false,
      refused: null,
      inputs: [],
      events: [],
      config: { wanted: { type: 'config' }, sent: null, sent_at: null, confirmed: null, confirmed_at: null },
      outputs: null,
    })
  })

  test('has the last level of each input, and the last 100 events of this device alone', async () => {
    const first = await machine()
    const { device, device_key: key } = await t.ask(createDevice, {
      token: admin,
      body: { deviceUUID: randomUUID(), equipId: first.id, primary: false, active: true },
    })
    const input = (ms: number, name: string, value: 0 | 1) => ({ t: before(ms), type: 'input', input: name, value })
    await first.send([input(90_000, '24v0', 1), input(80_000, '24v1', 1), input(70_000, '24v0', 0)], 'inputs')
    const headers = { authorization: `Device ${device.device_uuid}:${key}` }
    const body = { batch_id: 'other', events: [input(60_000, '24v0', 1)] }
    await t.call('POST', '/v0/ingest', { headers, body })
    const cycles = Array.from({ length: 120 }, (_, i) => ({
      t: before(50_000 - i * 100),
      type: 'cycle',
      cycle_time: 2.5,
    }))
    await first.send(cycles, 'cycles')
    const { inputs, events } = await page(first.uuid)
    expect(inputs.map(({ input: name, value }) => [name, value])).toEqual([
      ['24v0', 0],
      ['24v1', 1],
    ])
    expect(events).toHaveLength(100)
    expect(events[0]).toMatchObject({ type: 'cycle', cycle_time: 2.5, number: 1, equipment_id: first.id })
    expect(Date.parse(events[0]?.occurred_at ?? '')).toBe(cycles.at(-1)?.t)
    const ofOther = await page(device.device_uuid)
    expect(ofOther.events).toHaveLength(1)
    expect(ofOther.inputs).toMatchObject([{ input: '24v0', value: 1 }])
  })

  test('keeps the events of a device that moved, and has those of the time on no machine', async () => {
    const from = await machine()
    const to = await machine()
    await from.send([{ t: before(3000), type: 'tlm', temperature_1: 20 }], 'a')
    await t.ask(removeDevice, { token: admin, params: { id: from.deviceId } })
    await from.send([{ t: t.clock.now(), type: 'tlm', temperature_1: 21 }], 'b')
    expect((await page(from.uuid)).events.map((event) => event.equipment_id)).toEqual([null, from.id])
    await t.ask(reassignDevice, { token: admin, params: { id: from.deviceId }, body: { equipId: to.id } })
    await from.send([{ t: t.clock.now(), type: 'tlm', temperature_1: 22 }], 'c')
    const { events } = await page(from.uuid)
    expect(events.map((event) => [event.temperature_1, event.equipment_id])).toEqual([
      [22, to.id],
      [21, null],
      [20, from.id],
    ])
  })

  test('has 100 events with wrong clocks too, each with the reason', async () => {
    const { uuid, send } = await machine()
    const wrong = Array.from({ length: 100 }, (_, i) => ({ t: i, type: 'ping' }))
    await send(wrong, 'unset')
    await send(
      [
        { t: 8_640_000_000_000_000, type: 'ping' },
        { t: 'never', type: 'ping' },
      ],
      'odd',
    )
    const { events, device } = await page(uuid)
    expect(device.quarantined).toBe(102)
    expect(events).toHaveLength(100)
    const reasons = new Set(events.map((event) => event.reason_text))
    expect(reasons).toContain('The event cannot be read: a field is missing, wrong or outside its limits')
    expect(reasons).toContain('The time is before 2000: the clock of the device is not set')
    expect(events.every((event) => event.type === null && event.raw !== null)).toBe(true)
    expect(events.some((event) => event.occurred_at === null)).toBe(true)
  })

  test('exists for an archived machine', async () => {
    const { uuid, id } = await machine()
    expect((await page(uuid)).machine_active).toBe(true)
    await t.ask(archiveEquipment, { token: admin, params: { id }, body: { archived: true } })
    expect((await page(uuid)).machine_active).toBe(false)
  })
})

describe('the configuration of a device', () => {
  test('that it reads over HTTP is sent and confirmed, once for each change', async () => {
    const { uuid, deviceId: id, authorization } = await machine()
    const reads = () => t.call('GET', getDeviceConfig.path, { headers: { authorization } })
    await reads()
    const first = (await page(uuid)).config
    expect(first.sent).toEqual(first.wanted)
    expect(first.confirmed).toEqual(first.wanted)
    await reads()
    expect((await page(uuid)).config).toEqual(first)
    const inputSetup = { running: { inputs: '24v0' } }
    await t.ask(updateDevice, { token: admin, params: { id }, body: { inputSetup } })
    const changed = (await page(uuid)).config
    expect(changed).toMatchObject({ wanted: { input_setup: inputSetup }, sent: { input_setup: null } })
    await reads()
    const again = (await page(uuid)).config
    expect(again).toMatchObject({ sent: { input_setup: inputSetup }, confirmed: { input_setup: inputSetup } })
    expect(Date.parse(again.confirmed_at ?? '')).toBeGreaterThan(Date.parse(first.confirmed_at ?? ''))
  })

  test.each([true, false])('over MQTT is confirmed by the receipt of the message (session kept: %s)', async (kept) => {
    const { uuid, key } = await machine()
    const session = { clean: !kept, clientId: `c-${kept}` }
    const client = connect(mqttUrl, { username: uuid, password: key, reconnectPeriod: 0, ...session })
    await new Promise((resolve, reject) => client.once('connect', resolve).once('error', reject))
    await client.subscribeAsync(commandsTopic(uuid), { qos: 1 })
    await expect.poll(async () => (await page(uuid)).config.confirmed).toMatchObject({ type: 'config' })
    await client.endAsync(true)
  })

  test('over MQTT without receipts is sent and not confirmed', async () => {
    const { uuid, key } = await machine()
    const client = connect(mqttUrl, { username: uuid, password: key, reconnectPeriod: 0 })
    const received = new Promise((resolve) => client.once('message', resolve))
    await new Promise((resolve, reject) => client.once('connect', resolve).once('error', reject))
    await client.subscribeAsync(commandsTopic(uuid), { qos: 0 })
    await received
    const { config } = await page(uuid)
    expect(config.sent).toMatchObject({ type: 'config' })
    expect(config.confirmed).toBeNull()
    await client.endAsync(true)
  })
})
