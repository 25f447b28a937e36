import { randomUUID } from 'node:crypto'
import { createDevice, getDevice, reassignDevice } from '@millwatch/contract/http/devices'
import { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import { createEquipment, getEquipment } from '@millwatch/contract/http/tree'
import { MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const clock = manualClock(Date.parse('2026-11-02T09:00:00Z'))

const { t, root, token } = await appWithCompany({ clock })
const second = await companyWithPeople(t, 'second')
const otherRoot = second.rootOrgUnitId
const otherToken = await t.signIn(second.emailOf('superuser'))

const addMachine = async (as = token, unit = root) =>
  (await t.ask(createEquipment, { token: as, body: { name: 'machine', parent_id: unit } })).equip.id
const device = (equipId: number, more: object = {}) => ({
  deviceUUID: randomUUID(),
  equipId,
  primary: true,
  active: true,
  ...more,
})
const post = (body: object, as = token) => t.call('POST', '/v0/devices', { token: as, body })
const ingest = (authorization: string, batchId = 'b') =>
  t.call('POST', '/v0/ingest', { headers: { authorization }, body: { batch_id: batchId, sent_at: 1, events: [] } })

describe('adding a device', () => {
  test('shows its key this once, keeps only a hash of it, and lets the device speak', async () => {
    const equipId = await addMachine()
    const body = device(equipId)
    const answer = await t.ask(createDevice, { token, body })
    expect(answer).toEqual({
      status: 'success',
      device: {
        id: answer.device.id,
        name: null,
        device_uuid: body.deviceUUID,
        equipment_id: equipId,
        is_primary: true,
        active: true,
        device_type_id: 1,
        input_setup: null,
        input_setup_kind: null,
        Equipment: { name: 'machine' },
        analog_in_1_config: { unit: null, scale: 1, offset: 0 },
        poll_interval_s: null,
        latest_ip: null,
        CurrentFirmware: null,
        clock_skew_s: null,
        clock_skew_measured_at: null,
        last_contact_at: null,
        in_contact: false,
        created_at: new Date(clock.now()).toISOString(),
        received: 0,
        accepted: 0,
        duplicates: 0,
        quarantined: 0,
        discarded: 0,
      },
      device_key: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(Buffer.from(answer.device_key, 'base64url')).toHaveLength(32)
    for (const table of ['device', 'device_directory', 'audit_entry']) {
      const { rows } = await t.db.owner.query(`select * from ${table}`)
      expect(rows.length).toBeGreaterThan(0)
      expect(JSON.stringify(rows)).not.toContain(answer.device_key)
    }
    expect((await ingest(`Device ${body.deviceUUID}:${answer.device_key}`)).status).toBe(200)
    expect((await ingest(`Device ${body.deviceUUID.toUpperCase()}:${answer.device_key}`, 'c')).status).toBe(200)
  })

  test('needs no machine: it is unassigned, its events stay with it, and it can be put on a machine later', async () => {
    const { equipId: _, ...body } = device(0)
    const { device: made, device_key } = await t.ask(createDevice, { token, body: { ...body, primary: true } })
    expect(made).toMatchObject({ equipment_id: null, Equipment: null, is_primary: false, active: true })
    const cycle = { batch_id: 'b', events: [{ t: clock.now(), type: 'cycle', cycle_time: 5 }] }
    const headers = { authorization: `Device ${made.device_uuid}:${device_key}` }
    expect((await t.call('POST', '/v0/ingest', { headers, body: cycle })).status).toBe(200)
    const equipId = await addMachine()
    const put = { equipId, primary: true, active: true, from: new Date(clock.now() - 60_000).toISOString() }
    await t.ask(reassignDevice, { token, params: { id: made.id }, body: put })
    const { device: after } = await t.ask(getDevice, { token, params: { uuid: made.device_uuid } })
    expect(after).toMatchObject({ equipment_id: equipId, is_primary: true, received: 1, accepted: 1 })
    const { rows } = await t.db.owner.query('select equipment_id from event where device_id = $1', [made.id])
    expect(rows).toEqual([{ equipment_id: equipId }])
  })

  test('reads a uuid in any of its spellings, and refuses what is none', async () => {
    const equipId = await addMachine()
    const uuid = randomUUID()
    const spelled = await t.ask(createDevice, {
      token,
      body: device(equipId, { deviceUUID: `{${uuid.toUpperCase()}}` }),
    })
    expect(spelled.device.device_uuid).toBe(uuid)
    for (const deviceUUID of ['x', 'x'.repeat(36), `${uuid}0`, `${uuid.replaceAll('-', '')}0000`, 5, null]) {
      const answer = await post(device(equipId, { deviceUUID }))
      expect([deviceUUID, answer.status]).toEqual([deviceUUID, 400])
      expect(answer.json).toMatchObject({ code: 'invalid_request', error: expect.stringContaining('body/deviceUUID') })
    }
  })

  test('is type 1, or 2 with an input set-up, unless a type is given', async () => {
    const add = async (more: object) =>
      (await t.ask(createDevice, { token, body: device(await addMachine(), more) })).device
    expect((await add({})).device_type_id).toBe(1)
    const inputSetup = { '24v0': { running: true } }
    expect(await add({ inputSetup })).toMatchObject({ device_type_id: 2, input_setup: inputSetup })
    expect((await add({ inputSetup, deviceTypeId: 1 })).device_type_id).toBe(1)
    expect((await add({ deviceTypeId: 2 })).device_type_id).toBe(2)
    expect((await post(device(await addMachine(), { deviceTypeId: 3 }))).status).toBe(400)
  })

  test('refuses a uuid that is held anywhere with one and the same neutral text', async () => {
    const taken = device(await addMachine())
    expect((await post(taken)).status).toBe(200)
    const inOwn = await post({ ...device(await addMachine()), deviceUUID: taken.deviceUUID })
    const elsewhere = await post(
      { ...device(await addMachine(otherToken, otherRoot)), deviceUUID: taken.deviceUUID.toUpperCase() },
      otherToken,
    )
    const bare = (text: string) => text.replace(/"request_id":"[^"]*"/, '')
    expect([inOwn.status, elsewhere.status]).toEqual([409, 409])
    expect(bare(inOwn.text)).toBe(bare(elsewhere.text))
    expect(elsewhere.text).not.toMatch(/acme|exist|company|held|taken by/i)
    const { rows } = await t.db.owner.query('select count(*)::int as n from device where device_uuid = $1', [
      taken.deviceUUID,
    ])
    expect(rows[0].n).toBe(1)
  })

  test('of many who add one uuid at once, one succeeds', async () => {
    const equipId = await addMachine()
    const body = device(equipId)
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(body)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  })

  test('an inactive device is refused like a wrong key, an unknown or another device', async () => {
    const body = device(await addMachine(), { primary: false, active: false })
    const { device_key: key } = await t.ask(createDevice, { token, body })
    const texts = new Set<string>()
    for (const claim of [`${body.deviceUUID}:${key}`, `${randomUUID()}:${key}`, `${body.deviceUUID}:x`, 'x:y']) {
      const answer = await ingest(`Device ${claim}`)
      expect(answer.status).toBe(401)
      texts.add(answer.text.replace(/"request_id":"[^"]*"/, ''))
    }
    expect(texts.size).toBe(1)
  })

  test('on a machine of another company is adding one to nothing', async () => {
    const foreign = await addMachine(otherToken, otherRoot)
    const count = async () => (await t.db.owner.query('select count(*)::int as n from device_directory')).rows[0].n
    const before = await count()
    expect((await post(device(foreign))).status).toBe(404)
    expect(await count()).toBe(before)
  })
})

describe('a new primary', () => {
  test('takes over from the one before, which stays as one of the others', async () => {
    const machine = await machineWithDevice(t, token, root)
    clock.advance(MINUTE_MS)
    const { device: second } = await t.ask(createDevice, { token, body: device(machine.id) })
    const { equip } = await t.ask(getEquipment, { token, params: { id: machine.id } })
    expect(equip.device_uuid).toBe(second.device_uuid)
    expect(equip.Devices).toMatchObject([
      { id: second.id, is_primary: true },
      { id: machine.deviceId, is_primary: false },
    ])
    const { rows } = await t.db.owner.query(
      `select device_id::int as device, is_primary as primary, valid_from::float8 as "from", valid_to::float8 as "to"
       from device_assignment where equipment_id = $1 order by valid_from, device_id`,
      [machine.id],
    )
    const now = clock.now()
    expect(rows).toEqual([
      { device: machine.deviceId, primary: true, from: now - MINUTE_MS, to: now },
      { device: machine.deviceId, primary: false, from: now, to: null },
      { device: second.id, primary: true, from: now, to: null },
    ])
  })

  test('in the same millisecond, and many at once, still leave one primary at any instant', async () => {
    const machine = await machineWithDevice(t, token, root)
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(device(machine.id))))
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
    const { rows } = await t.db.owner.query(
      'select count(*)::int as n from device_assignment where equipment_id = $1 and is_primary and valid_to is null',
      [machine.id],
    )
    expect(rows[0].n).toBe(1)
  })

  test('starts anew: signals of the earlier one end, and the machine is recomputed from there', async () => {
    const machine = await machineWithDevice(t, token, root)
    const at = clock.now()
    await machine.send([{ t: at, type: 'status', status: 'running' }])
    clock.advance(MINUTE_MS)
    const { device: second, device_key: key } = await t.ask(createDevice, { token, body: device(machine.id) })
    const tookOverAt = clock.now()
    clock.advance(MINUTE_MS)
    const authorization = `Device ${second.device_uuid}:${key}`
    const events = [{ t: clock.now(), type: 'ping' }]
    await t.call('POST', '/v0/ingest', { headers: { authorization }, body: { batch_id: 'x', sent_at: 1, events } })
    const iso = (ms: number) => new Date(ms).toISOString()
    const query = { startDate: iso(at), endDate: iso(clock.now()) }
    const { data } = await t.ask(statusOfEquipment, { token, params: { id: machine.id }, query })
    expect(data.map(({ status_id, started_at, ended_at }) => [status_id, started_at, ended_at])).toEqual([
      [1, iso(at), iso(tookOverAt)],
      [2, iso(tookOverAt), null],
    ])
  })
})
