import { randomUUID } from 'node:crypto'
import * as calls from '@millwatch/contract/http/devices'
import { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import { createEquipment, getEquipment } from '@millwatch/contract/http/tree'
import { utilizationOfEquipment } from '@millwatch/contract/http/utilization'
import { MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { verifyCompany } from '../../verify/index.ts'

const start = Date.parse('2026-11-02T09:00:00Z')
const clock = manualClock(start)
const iso = (at: number) => new Date(at).toISOString()

const { t, companyId, root, token } = await appWithCompany({ clock })

async function deviceOf(firmware?: string) {
  const device = await machineWithDevice(t, token, root)
  if (firmware !== undefined) await device.send([{ t: clock.now(), type: 'ping', ip: '10.0.0.7', firmware }])
  return device
}
const change = (id: number, body: object) => t.call('PUT', `/v0/devices/${id}`, { token, body })
const code = async (id: number, body: object) => {
  const { status, json } = await change(id, body)
  return [status, (json as { code?: string }).code]
}
const read = async (uuid: string) => (await t.ask(calls.getDevice, { token, params: { uuid } })).device
const config = async (authorization: string) =>
  (await t.call('GET', '/v0/device/config', { headers: { authorization } })).json

const sustained = { running: { inputs: '24v0' } }
const flashing = (value: number) => ({ running: { inputs: '24v0', filters: { '24v0': { duration: 9000, value } } } })

describe('an input set-up', () => {
  test('counts from now on, and what was before stays', async () => {
    const device = await deviceOf()
    clock.advance(MINUTE_MS)
    expect((await change(device.deviceId, { inputSetup: sustained, deviceTypeId: 2 })).status).toBe(200)
    expect(await read(device.uuid)).toMatchObject({
      input_setup: sustained,
      input_setup_kind: 'sustained',
      device_type_id: 2,
    })
    expect(await code(device.deviceId, { inputSetup: {}, from: iso(clock.now()) })).toEqual([400, 'input_setup_empty'])
    expect(await code(device.deviceId, { inputSetup: flashing(1), from: iso(clock.now() - 1) })).toEqual([
      400,
      'input_setup_not_backwards',
    ])
    clock.advance(MINUTE_MS)
    await change(device.deviceId, { inputSetup: { odd: ['thing'] } })
    expect((await read(device.uuid)).input_setup_kind).toBe('non-standard')
    await change(device.deviceId, { inputSetup: null })
    expect(await read(device.uuid)).toMatchObject({ input_setup: null, input_setup_kind: null })
    const { rows } = await t.db.owner.query(
      'select valid_from::float8 as "from", input_setup as setup from device_setting where device_id = $1 order by valid_from',
      [device.deviceId],
    )
    expect(rows).toEqual([
      { from: 0, setup: null },
      { from: clock.now() - MINUTE_MS, setup: sustained },
      { from: clock.now(), setup: null },
    ])
  })

  test('counts from then on, and never backwards', async () => {
    const device = await deviceOf()
    await change(device.deviceId, { inputSetup: sustained, deviceTypeId: 2 })
    const at = clock.now()
    await device.send([
      { t: at, type: 'input', input: '24v0', value: 1 },
      { t: at, type: 'input', input: '24v1', value: 0 },
    ])
    clock.advance(3 * MINUTE_MS)
    await device.send([{ t: clock.now(), type: 'ping' }])
    await change(device.deviceId, { inputSetup: { running: { inputs: '24v1' } } })
    const changedAt = clock.now()
    clock.advance(MINUTE_MS)
    await device.send([{ t: clock.now(), type: 'input', input: '24v1', value: 1 }])
    clock.advance(MINUTE_MS)
    const query = { startDate: iso(at), endDate: iso(clock.now()) }
    const { data } = await t.ask(statusOfEquipment, { token, params: { id: device.id }, query })
    expect(data.map(({ status_id, started_at }) => [status_id, started_at])).toEqual([
      [1, iso(at)],
      [2, iso(changedAt)],
      [1, iso(changedAt + MINUTE_MS)],
    ])
  })

  test('is known by the name of its template', async () => {
    const body = {
      deviceUUID: randomUUID(),
      equipId: (await deviceOf()).id,
      inputSetup: { cycle: { logic: 'standard_24_volt' } },
    }
    const { device } = await t.ask(calls.createDevice, { token, body })
    expect(device).toMatchObject({ input_setup_kind: 'standard_24_volt', device_type_id: 2 })
  })

  test('the same again, in whatever order of names, is no change', async () => {
    const device = await deviceOf()
    await change(device.deviceId, { inputSetup: { running: { inputs: { '24v0': 1, '24v1': 1 } }, name: 'x' } })
    clock.advance(MINUTE_MS)
    await change(device.deviceId, { inputSetup: { name: 'x', running: { inputs: { '24v1': 1, '24v0': 1 } } } })
    const { rows } = await t.db.owner.query('select 1 from audit_entry where subject = $1', [
      `device/${device.deviceId}`,
    ])
    expect(rows).toHaveLength(2)
  })

  test('of hostile shape is refused or kept, and never an error of the server', async () => {
    const device = await deviceOf()
    const deep = (n: number): object => (n === 0 ? {} : { running: deep(n - 1) })
    for (const inputSetup of [
      [],
      'x',
      7,
      deep(40),
      JSON.parse('{"__proto__":{"x":1},"constructor":1}'),
      { running: { inputs: 'x'.repeat(20_000) } },
      { running: { inputs: Array.from({ length: 500 }, () => '24v0') } },
      { '\u0000': 1 },
    ]) {
      const { status } = await change(device.deviceId, { inputSetup })
      expect([200, 400]).toContain(status)
    }
  })
})

describe('firmware', () => {
  test('says what the device can do, by its firmware version', async () => {
    const none = { supports_polling: false, supports_flashing_filters: false, supports_device_outputs: false }
    expect((await read((await deviceOf()).uuid)).CurrentFirmware).toBeNull()
    for (const [version, expected] of [
      ['1.1.9', none],
      ['1.3', { ...none, supports_polling: true }],
      ['1.4.2', { ...none, supports_polling: true, supports_flashing_filters: true }],
      ['2.0.0', { supports_polling: true, supports_flashing_filters: true, supports_device_outputs: true }],
    ] as const) {
      const device = await deviceOf(version)
      expect(await read(device.uuid)).toMatchObject({
        CurrentFirmware: { version, config: expected },
        latest_ip: '10.0.0.7',
      })
    }
  })

  test('decides over poll interval and filters', async () => {
    const old = await deviceOf('1.0.0')
    expect(await code(old.deviceId, { pollInterval: 60 })).toEqual([409, 'polling_not_supported'])
    expect(await code(old.deviceId, { inputSetup: flashing(1) })).toEqual([409, 'flashing_filters_not_supported'])
    expect((await change(old.deviceId, { inputSetup: flashing(-1), pollInterval: null })).status).toBe(200)
    expect(await code((await deviceOf()).deviceId, { pollInterval: 60 })).toEqual([409, 'polling_not_supported'])
    const fresh = await deviceOf('1.4.0')
    expect(await code(fresh.deviceId, { pollInterval: 29 })).toEqual([400, 'poll_interval_too_short'])
    expect((await change(fresh.deviceId, { pollInterval: 29 })).json).toMatchObject({
      error: expect.stringContaining('at least 30 seconds'),
    })
    for (const pollInterval of [-1, 0, 30.5, '30', 1e9, true])
      expect([pollInterval, (await change(fresh.deviceId, { pollInterval })).status]).toEqual([pollInterval, 400])
    expect((await change(fresh.deviceId, { pollInterval: 30, inputSetup: flashing(1) })).status).toBe(200)
    expect((await read(fresh.uuid)).poll_interval_s).toBe(30)
  })
})

describe('the analog input', () => {
  test('is set up from now, or from a date on, over what was set later', async () => {
    const device = await deviceOf()
    const bar = { unit: 'bar', scale: 0.5, offset: -10 }
    clock.advance(MINUTE_MS)
    expect((await change(device.deviceId, { analog_in_1_config: { unit: null, scale: 2, offset: 0 } })).status).toBe(
      200,
    )
    const from = clock.now() - 30_000
    expect((await change(device.deviceId, { analog_in_1_config: bar, from: iso(from) })).status).toBe(200)
    expect((await read(device.uuid)).analog_in_1_config).toEqual(bar)
    const { rows } = await t.db.owner.query(
      'select valid_from::float8 as "from", analog_scale as scale from device_setting where device_id = $1 order by valid_from',
      [device.deviceId],
    )
    expect(rows).toEqual([
      { from: 0, scale: 1 },
      { from, scale: 0.5 },
      { from: clock.now(), scale: 0.5 },
    ])
    for (const analog_in_1_config of [
      { unit: 'bar' },
      { ...bar, scale: '1' },
      { ...bar, unit: 'a\nb' },
      { ...bar, more: 1 },
      null,
    ])
      expect((await change(device.deviceId, { analog_in_1_config })).status).toBe(400)
    expect(await code(device.deviceId, { analog_in_1_config: bar, from: iso(clock.now() + 1) })).toEqual([
      400,
      'invalid_request',
    ])
  })

  test('is shown on the page of its machine as it is now, also after the clock of the server was set back', async () => {
    const device = await deviceOf()
    const shown = async () =>
      (await t.ask(getEquipment, { token, params: { id: device.id } })).equip.Devices[0]?.analog_in_1_config
    clock.advance(MINUTE_MS)
    const bar = { unit: 'bar', scale: 0.5, offset: -10 }
    await change(device.deviceId, { analog_in_1_config: bar })
    expect(await shown()).toEqual(bar)
    await t.db.owner.query('update device_setting set valid_from = $1 where device_id = $2 and valid_from = $3', [
      ...[clock.now() + MINUTE_MS, device.deviceId, clock.now()],
    ])
    expect(await shown()).toEqual({ unit: null, scale: 1, offset: 0 })
    clock.advance(MINUTE_MS)
    expect(await shown()).toEqual(bar)
  })

  describe('dated back counts on every machine on which the device was since then', () => {
    const double = { unit: null, scale: 2, offset: 0 }
    const reading = (analog_in_1: number) => ({ t: clock.now(), type: 'cycle', cycle_time: 10, analog_in_1 })
    const averageOf = async (ids: readonly number[], startDate: string) => {
      const query = { ids: ids.join(), startDate, endDate: iso(clock.now()) }
      const { equipment } = await t.ask(utilizationOfEquipment, { token, query })
      return ids.map((id) => equipment.find((machine) => machine.id === id)?.analog_avg)
    }

    /** Returns a device that was on machine `first`, then on `second` and then on none, an hour each, with one reading a time. */
    async function wanderer() {
      const first = await deviceOf()
      const second = await deviceOf()
      const begunAt = clock.now()
      await first.send([reading(1)])
      clock.advance(60 * MINUTE_MS)
      const params = { id: first.deviceId }
      await t.ask(calls.reassignDevice, {
        token,
        params,
        body: { equipId: second.id, primary: false, active: true },
      })
      clock.advance(MINUTE_MS)
      await first.send([reading(10)])
      await second.send([{ t: clock.now(), type: 'ping' }])
      clock.advance(60 * MINUTE_MS)
      await t.ask(calls.removeDevice, { token, params })
      clock.advance(60 * MINUTE_MS)
      await t.app.flow.rollUp()
      return { deviceId: first.deviceId, machines: [first.id, second.id], begunAt }
    }

    test('and its figures are the same from rollups as from events', async () => {
      const { deviceId, machines, begunAt } = await wanderer()
      expect(await averageOf(machines, iso(begunAt))).toEqual([1, 10])
      // The first machine has the device as its first, so that it has also what was before.
      expect((await change(deviceId, { analog_in_1_config: double, from: iso(begunAt - MINUTE_MS) })).status).toBe(200)
      expect(await averageOf(machines, iso(begunAt))).toEqual([2, 20])
      expect(await verifyCompany({ database: t.db.database, clock }, companyId)).toEqual([])
      await t.app.flow.rollUp()
      expect(await averageOf(machines, iso(begunAt))).toEqual([2, 20])
    })

    test('and is refused before the horizon of any of them', async () => {
      const { deviceId, machines, begunAt } = await wanderer()
      await t.db.owner.query('update machine_state set horizon_at = $1 where equipment_id = $2', [
        begunAt + MINUTE_MS,
        machines[0],
      ])
      const dated = (from: number) => code(deviceId, { analog_in_1_config: double, from: iso(from) })
      expect(await dated(begunAt)).toEqual([409, 'before_horizon'])
      expect(await dated(begunAt + MINUTE_MS)).toEqual([200, undefined])
    })
  })
})

describe('what is asked of a device', () => {
  test('it may read over HTTP with its key, and nobody else', async () => {
    const device = await deviceOf('1.4.0')
    expect(await config(device.authorization)).toEqual({
      status: 'success',
      config: { type: 'config', poll_interval_s: null, input_setup: null },
      outputs: null,
    })
    await change(device.deviceId, { pollInterval: 45, inputSetup: sustained, deviceTypeId: 2 })
    expect(await config(device.authorization)).toMatchObject({
      config: { poll_interval_s: 45, input_setup: sustained },
    })
    for (const authorization of [token, `Device ${device.uuid}:x`, `Device ${randomUUID()}:${device.key}`, ''])
      expect(await config(authorization)).toMatchObject({ code: 'device_unauthorized' })
  })
})

describe('the clock of a device', () => {
  test('is measured by when it says it sent, and shown', async () => {
    const device = await deviceOf()
    const send = (sent_at: number | undefined, id: string) =>
      t.call('POST', '/v0/ingest', {
        headers: { authorization: device.authorization },
        body: {
          batch_id: id,
          ...(sent_at === undefined ? {} : { sent_at }),
          events: [{ t: clock.now(), type: 'ping' }],
        },
      })
    await send(clock.now() + 2500, 'a')
    const measuredAt = iso(clock.now())
    expect(await read(device.uuid)).toMatchObject({
      clock_skew_s: 2.5,
      clock_skew_measured_at: measuredAt,
      in_contact: true,
    })
    clock.advance(MINUTE_MS)
    await send(undefined, 'b')
    expect(await read(device.uuid)).toMatchObject({ clock_skew_s: 2.5, clock_skew_measured_at: measuredAt })
    await send(clock.now() - 61_000, 'c')
    expect(await read(device.uuid)).toMatchObject({ clock_skew_s: -61 })
    clock.advance(300_001)
    expect((await read(device.uuid)).in_contact).toBe(false)
    // An event that the device kept and sent later shows nothing about its clock.
    await send(clock.now() - 93_630_700, 'd')
    expect(await read(device.uuid)).toMatchObject({ clock_skew_s: -61, in_contact: true })
    await send(-8_640_000_000_000_000, 'e')
    expect((await read(device.uuid)).clock_skew_s).toBe(-61)
  })
})

test('Adding to a machine in many ways at once leaves one primary', async () => {
  const { equip } = await t.ask(createEquipment, { token, body: { name: 'busy', parent_id: root } })
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      t.call('POST', '/v0/devices', { token, body: { deviceUUID: randomUUID(), equipId: equip.id } }),
    ),
  )
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
  const devices = answers.map((answer) => (answer.json as { device: { is_primary: boolean } }).device)
  expect(devices.filter((device) => device.is_primary)).toHaveLength(1)
})
