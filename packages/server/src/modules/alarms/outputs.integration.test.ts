import { commandsTopic, eventsTopic } from '@millwatch/contract/devices'
import * as alarms from '@millwatch/contract/http/alarms'
import { createDevice, updateDevice } from '@millwatch/contract/http/devices'
import { alarmsIn } from '@millwatch/lab/app/alarms'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { injectApp, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { signedInCompany } from '@millwatch/lab/app/members'
import { connect, type MqttClient } from 'mqtt'
import { afterAll, describe, expect, test } from 'vitest'
import { applyOutputs } from './outputs.ts'

const t = await openApp({ evaluatesAlarms: false })
const { mqttUrl } = await t.listen()
const other = await injectApp({ db: { ...t.db, database: t.db.open() }, evaluatesAlarms: false })
const otherUrl = (await other.listen()).mqttUrl
const acme = await signedInCompany(t, 'acme')
const rival = await signedInCompany(t, 'rival')
await t.db.owner.query(`update company set flags = '{"device_outputs": true}'`)
const { alarm, asSystem } = alarmsIn(t, acme)
const { admin, user } = acme.tokens
const clients: MqttClient[] = []

afterAll(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)))
  await other.close()
})

type Machine = Awaited<ReturnType<typeof machineWithDevice>>
type Named = Pick<Machine, 'uuid' | 'key' | 'deviceId'>
type Output = '24v' | '120v'

/** Adds a machine whose primary device has reported a firmware. */
async function machineWith(firmware = '2.1.0', company = acme): Promise<Machine> {
  const machine = await machineWithDevice(t, company.tokens.admin, company.rootOrgUnitId)
  await machine.send([{ t: t.clock.now(), type: 'ping', firmware }], 'first')
  return machine
}

/** Adds a device to a machine that is not its primary one. */
async function secondDevice(machine: Machine): Promise<Named> {
  const uuid = crypto.randomUUID()
  const body = { deviceUUID: uuid, equipId: machine.id, primary: false, active: true }
  const { device, device_key: key } = await t.ask(createDevice, { token: admin, body })
  const ping = { batch_id: 'p', events: [{ t: t.clock.now(), type: 'ping', firmware: '2.0.0' }] }
  await t.call('POST', '/v0/ingest', { headers: { authorization: `Device ${uuid}:${key}` }, body: ping })
  return { uuid, key, deviceId: device.id }
}

/** Readings by which alarms of these tests trip. */
const fields = { temperature: 'temperature_1', analog: 'analog_in_1' } as const
type Reading = keyof typeof fields

/** Adds an alarm that trips above 60, with these outputs. */
const alarmWith = async (
  machine: Machine,
  outputs: readonly Output[],
  reading: Reading = 'temperature',
): Promise<number> => {
  const device_output_config = Object.fromEntries(outputs.map((output) => [output, true]))
  const args = { what: reading, direction: 'above', value: 60, minutes: 0 }
  return (await alarm({ alarm_type_id: 8, equipment_id: machine.id, args, device_output_config })).alarm.id
}
const alarmOf = async (id: number) => (await t.ask(alarms.readAlarm, { token: user, params: { id } })).alarm
/** Sends events of a machine and waits until an alarm is evaluated by them, on whichever server. */
async function evaluated(machine: Machine, id: number, isTripped: boolean, event: object): Promise<void> {
  await machine.send([{ t: t.clock.now(), ...event }])
  await expect
    .poll(async () => {
      await t.app.flow.evaluateAlarms()
      return (await alarmOf(id)).tripped
    })
    .toBe(isTripped)
}
const trips = (machine: Machine, id: number, reading: Reading = 'temperature') =>
  evaluated(machine, id, true, { type: 'tlm', [fields[reading]]: 70 })
const clears = (machine: Machine, id: number, reading: Reading = 'temperature') =>
  evaluated(machine, id, false, { type: 'tlm', [fields[reading]]: 20 })
const stateOf = async (id: number) => (await alarmOf(id)).AlarmHistory[0]?.output_state
const settingsOf = async ({ authorization }: Machine) =>
  (await t.call('GET', '/v0/device/config', { headers: { authorization } })).json
const command = (on24v: 0 | 1, on120v: 0 | 1, id: number) => ({ type: 'outputs', '24v': on24v, '120v': on120v, id })

/** Connects a device, which collects its commands about outputs and acknowledges none by itself. */
async function stackLight({ uuid, key }: Named, url = mqttUrl) {
  const client = connect(url, { username: uuid, password: key, reconnectPeriod: 0 })
  clients.push(client)
  await new Promise<void>((resolve, reject) => client.once('connect', () => resolve()).once('error', reject))
  const received: { type: string; id: number }[] = []
  let configs = 0
  client.on('message', (_topic, payload) => {
    const message = JSON.parse(payload.toString())
    if (message.type === 'outputs') received.push(message)
    else configs++
  })
  await client.subscribeAsync(commandsTopic(uuid), { qos: 1 })
  await expect.poll(() => configs).toBe(1)
  let acks = 0
  return {
    received,
    configs: () => configs,
    ack: (id: number, at = t.clock.now()) =>
      client.publishAsync(
        eventsTopic(uuid),
        JSON.stringify({ batch_id: `ack-${url}-${++acks}`, events: [{ t: at, type: 'ack', id }] }),
        { qos: 1 },
      ),
    leave: () => client.endAsync(),
  }
}

describe('Over MQTT', () => {
  test('an output is on while its alarm is tripped, and the history shows when the device has done it', async () => {
    const machine = await machineWith()
    const id = await alarmWith(machine, ['24v'])
    const light = await stackLight(machine)
    await trips(machine, id)
    await expect.poll(() => light.received).toEqual([command(1, 0, 1)])
    expect(await stateOf(id)).toBe('asked')
    await light.ack(1)
    await expect.poll(() => stateOf(id)).toBe('done')
    await clears(machine, id)
    await expect.poll(() => light.received.at(-1)).toEqual(command(0, 0, 2))
    expect(await stateOf(id)).toBe('done')
    expect(light.configs()).toBe(1)
  })

  test('a command is received again after each reconnect, by any server, until it is acknowledged', async () => {
    const machine = await machineWith()
    const id = await alarmWith(machine, ['120v'])
    await trips(machine, id)
    for (const url of [mqttUrl, otherUrl, mqttUrl]) {
      const light = await stackLight(machine, url)
      // A busy server may send it more than once before the device leaves.
      await expect.poll(() => light.received.at(-1)).toEqual(command(0, 1, 1))
      await light.leave()
    }
    const light = await stackLight(machine, otherUrl)
    await expect.poll(() => light.received.at(-1)).toEqual(command(0, 1, 1))
    await light.ack(1)
    await expect.poll(() => stateOf(id)).toBe('done')
    await light.leave()
    const back = await stackLight(machine)
    await clears(machine, id)
    await expect.poll(() => back.received).toEqual([command(0, 0, 2)])
  })

  test('a device that was away gets the latest command only', async () => {
    const machine = await machineWith()
    const id = await alarmWith(machine, ['24v'])
    for (let i = 0; i < 3; i++) {
      await trips(machine, id)
      await clears(machine, id)
    }
    await trips(machine, id)
    const light = await stackLight(machine)
    await expect.poll(() => light.received).toEqual([command(1, 0, 7)])
  })

  test('two alarms switch the two outputs of a machine, each with its own state', async () => {
    const machine = await machineWith()
    const [low, high] = [await alarmWith(machine, ['24v']), await alarmWith(machine, ['120v'], 'analog')]
    const light = await stackLight(machine)
    await trips(machine, low)
    await expect.poll(() => light.received.at(-1)).toEqual(command(1, 0, 1))
    await light.ack(1)
    await expect.poll(() => stateOf(low)).toBe('done')
    await trips(machine, high, 'analog')
    await expect.poll(() => light.received.at(-1)).toEqual(command(1, 1, 2))
    expect([await stateOf(low), await stateOf(high)]).toEqual(['done', 'asked'])
    await light.ack(2)
    await expect.poll(() => stateOf(high)).toBe('done')
    await clears(machine, low)
    await expect.poll(() => light.received.at(-1)).toEqual(command(0, 1, 3))
    expect([await stateOf(low), await stateOf(high)]).toEqual(['done', 'done'])
  })

  test('only the primary device switches: a former one switches off, the new one on', async () => {
    const machine = await machineWith()
    const id = await alarmWith(machine, ['24v'])
    const second = await secondDevice(machine)
    const [first, next] = [await stackLight(machine), await stackLight(second)]
    await trips(machine, id)
    await expect.poll(() => first.received).toEqual([command(1, 0, 1)])
    await first.ack(1)
    await expect.poll(() => stateOf(id)).toBe('done')
    await t.ask(updateDevice, { token: admin, params: { id: second.deviceId }, body: { primary: true } })
    await expect.poll(() => first.received.at(-1)).toEqual(command(0, 0, 2))
    await expect.poll(() => next.received).toEqual([command(1, 0, 1)])
    expect(await stateOf(id)).toBe('asked')
    await first.ack(2)
    await next.ack(1)
    await expect.poll(() => stateOf(id)).toBe('done')
  })
})

describe('Over HTTP', () => {
  test('a device reads what its outputs shall do, and acknowledges it as an event', async () => {
    const machine = await machineWith()
    const id = await alarmWith(machine, ['24v', '120v'])
    expect(await settingsOf(machine)).toMatchObject({ status: 'success', outputs: null })
    await trips(machine, id)
    expect(await settingsOf(machine)).toMatchObject({ outputs: command(1, 1, 1) })
    expect(await stateOf(id)).toBe('asked')
    await machine.send([{ t: t.clock.now(), type: 'ack', id: 1 }])
    expect(await stateOf(id)).toBe('done')
    expect(await settingsOf(machine)).toMatchObject({ outputs: command(1, 1, 1) })
    await clears(machine, id)
    expect(await settingsOf(machine)).toMatchObject({ outputs: command(0, 0, 2) })
  })

  test('a message that is sent twice acknowledges once, and one with a wrong clock counts too', async () => {
    const machine = await machineWith()
    const id = await alarmWith(machine, ['24v'])
    await trips(machine, id)
    const ack = [{ t: t.clock.now() + 40 * 86_400_000, type: 'ack', id: 1 }]
    expect(await machine.send(ack, 'a')).toMatchObject({ accepted: 0, quarantined: 1 })
    expect(await stateOf(id)).toBe('done')
    expect(await machine.send(ack, 'a')).toMatchObject({ duplicates: 1 })
    expect(await stateOf(id)).toBe('done')
  })

  test('what was never sent cannot be acknowledged', async () => {
    const machine = await machineWith()
    await machine.send([{ t: t.clock.now(), type: 'ack', id: 1 }])
    const id = await alarmWith(machine, ['24v'])
    await trips(machine, id)
    const ids = [2, 2_147_483_647, 0, -1, 1.5, '1', null]
    await machine.send(ids.map((wrong) => ({ t: t.clock.now(), type: 'ack', id: wrong })))
    expect(await stateOf(id)).toBe('asked')
    await machine.send([2_000_000_000, 1].map((ackId) => ({ t: t.clock.now(), type: 'ack', id: ackId })))
    expect(await stateOf(id)).toBe('done')
  })
})

describe('The state of an output', () => {
  test('is not reached a minute after a command that nobody acknowledged, and done when the device does so later', async () => {
    const machine = await machineWith()
    const id = await alarmWith(machine, ['24v'])
    await trips(machine, id)
    expect(await stateOf(id)).toBe('asked')
    await t.db.owner.query('update device_output set commanded_at = commanded_at - 60000 where device_id = $1', [
      machine.deviceId,
    ])
    expect(await stateOf(id)).toBe('not_reached')
    await machine.send([{ t: t.clock.now(), type: 'ack', id: 1 }])
    expect(await stateOf(id)).toBe('done')
  })

  test('stays not reached for a trip that was over before the device acknowledged it', async () => {
    const machine = await machineWith()
    const id = await alarmWith(machine, ['24v'])
    await trips(machine, id)
    await clears(machine, id)
    expect(await stateOf(id)).toBe('not_reached')
    await machine.send([{ t: t.clock.now(), type: 'ack', id: 2 }])
    expect(await stateOf(id)).toBe('not_reached')
  })

  test('is null for a trip of an alarm without outputs', async () => {
    const machine = await machineWith()
    const id = await alarmWith(machine, [])
    await trips(machine, id)
    expect(await stateOf(id)).toBeNull()
    expect(await settingsOf(machine)).toMatchObject({ outputs: null })
  })
})

describe('An output goes off', () => {
  test('when its alarm is deleted', async () => {
    const machine = await machineWith()
    const id = await alarmWith(machine, ['24v'])
    await trips(machine, id)
    await t.ask(alarms.deleteAlarm, { token: user, params: { id } })
    expect(await settingsOf(machine)).toMatchObject({ outputs: command(0, 0, 2) })
  })

  test('when it is taken from its alarm, and on again when it is given back', async () => {
    const machine = await machineWith()
    const id = await alarmWith(machine, ['24v'])
    await trips(machine, id)
    await machine.send([{ t: t.clock.now(), type: 'ack', id: 1 }])
    const edit = (device_output_config: object) =>
      t.ask(alarms.updateAlarm, { token: user, params: { id }, body: { device_output_config } })
    await edit({})
    expect(await settingsOf(machine)).toMatchObject({ outputs: command(0, 0, 2) })
    expect(await stateOf(id)).toBe('done')
    await edit({ '120v': true })
    expect(await settingsOf(machine)).toMatchObject({ outputs: command(0, 1, 3) })
  })

  test('when maintenance is completed', async () => {
    const machine = await machineWith()
    const body = { alarm_type_id: 5, equipment_id: machine.id, args: { cycle_count: 2 } } as const
    const { alarm: made } = await alarm({ ...body, device_output_config: { '24v': true } }, admin)
    await evaluated(machine, made.id, true, { type: 'cycle', count: 2, cycle_time: 0.001 })
    expect(await settingsOf(machine)).toMatchObject({ outputs: command(1, 0, 1) })
    await t.ask(alarms.acknowledgeAlarm, { token: admin, params: { id: made.id }, body: { notes: 'Oiled' } })
    expect(await settingsOf(machine)).toMatchObject({ outputs: command(0, 0, 2) })
  })
})

test('A device whose firmware cannot switch outputs gets no command, and gets it once its firmware can', async () => {
  const machine = await machineWith()
  const id = await alarmWith(machine, ['24v'])
  await machine.send([{ t: t.clock.now(), type: 'ping', firmware: '1.4.0' }])
  await trips(machine, id)
  const light = await stackLight(machine)
  expect(await settingsOf(machine)).toMatchObject({ outputs: null })
  expect(light.received).toEqual([])
  await machine.send([{ t: t.clock.now(), type: 'ping', firmware: '2.0.0' }])
  const back = await stackLight(machine)
  await expect.poll(() => back.received).toEqual([command(1, 0, 1)])
})

test('A device of another company gets no command and acknowledges none', async () => {
  const machine = await machineWith()
  const theirs = await machineWith('2.0.0', rival)
  const id = await alarmWith(machine, ['24v'])
  const light = await stackLight(theirs)
  await trips(machine, id)
  await theirs.send([{ t: t.clock.now(), type: 'ack', id: 1 }])
  expect(await stateOf(id)).toBe('asked')
  expect(await settingsOf(theirs)).toMatchObject({ outputs: null })
  expect(light.received).toEqual([])
  const seen = await t.db.database.inCompany(rival.companyId, (tx) =>
    tx.prepared({ name: 'test.outputs', text: 'select device_id from device_output' }, []),
  )
  expect(seen).toEqual([])
})

test('Applied by several servers at once, and again, it is one command', async () => {
  const machine = await machineWith()
  const id = await alarmWith(machine, ['24v'])
  await trips(machine, id)
  const apply = () => asSystem((ctx) => applyOutputs(ctx, [machine.id]))
  await t.ask(alarms.updateAlarm, { token: user, params: { id }, body: { device_output_config: { '120v': true } } })
  await Promise.all([apply(), apply(), t.app.flow.evaluateAlarms(), other.app.flow.evaluateAlarms()])
  await apply()
  expect(await settingsOf(machine)).toMatchObject({ outputs: command(0, 1, 2) })
})

test('Trips, acknowledgements, edits and changes of the primary device at once, over two servers, end with what is tripped', async () => {
  const machine = await machineWith()
  const id = await alarmWith(machine, ['24v'])
  const second = await secondDevice(machine)
  const devices = [machine.deviceId, second.deviceId]
  const messages = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const ack = { t: t.clock.now(), type: 'ack', id: i + 1 }
      await machine.send([{ t: t.clock.now(), type: 'tlm', temperature_1: i % 2 === 0 ? 70 : 20 }, ack])
    }
  }
  const evaluations = async (count: number) => {
    for (let i = 0; i < count; i++) await (i % 2 === 0 ? t : other).app.flow.evaluateAlarms()
  }
  const moves = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const params = { id: devices[i % 2 === 0 ? 1 : 0] ?? 0 }
      await t.ask(updateDevice, { token: admin, params, body: { primary: true } })
    }
  }
  const edits = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const device_output_config = i % 2 === 0 ? { '120v': true } : { '24v': true }
      await t.ask(alarms.updateAlarm, { token: user, params: { id }, body: { device_output_config } })
    }
  }
  await Promise.all([messages(21), evaluations(40), moves(8), edits(8)])
  await trips(machine, id)
  const { rows } = await t.db.owner.query(
    `select device_id::int as id, equipment_id::int as machine, on_24v, on_120v from device_output
      where device_id = any($1) and (on_24v or on_120v or equipment_id is not null)`,
    [devices],
  )
  expect(rows).toEqual([{ id: machine.deviceId, machine: machine.id, on_24v: true, on_120v: false }])
})
