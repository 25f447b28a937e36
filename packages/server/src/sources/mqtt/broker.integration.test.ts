import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { Writable } from 'node:stream'
import { commandsTopic, eventsTopic } from '@millwatch/contract/devices'
import { FlowBench, type TestDevice } from '@millwatch/lab/app/flow'
import { connect, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { COMMANDS_CHANNEL } from '../../modules/devices/index.ts'
import { DEVICE_ACCESS_CHANNEL } from '../../modules/identity/index.ts'
import { createLogger } from '../../platform/logger.ts'
import { createMqttBroker, type MqttBroker } from './broker.ts'

const NOW = 1_790_000_000_000
const lines: { msg: string; reason: string }[] = []
const destination = new Writable({
  write(chunk, _encoding, done) {
    lines.push(JSON.parse(String(chunk)))
    done()
  },
})
const logger = createLogger({ destination })
let bench: FlowBench
let broker: MqttBroker
let port: number
let device: TestDevice
let machine: number
let requested = 0
const clients: MqttClient[] = []
const unnoted = { sent: async () => undefined, confirmed: async () => undefined }

beforeAll(async () => {
  bench = await FlowBench.open(NOW)
  broker = await createMqttBroker({
    logger,
    clock: bench.clock,
    deliver: bench.flow,
    commands: {
      config: async () => ({ ...unnoted, command: { type: 'config', asked: requested } }),
      outputs: async () => null,
      inArrears: async () => [],
      subscribe: (changed, missed) =>
        bench.test.database.listen(COMMANDS_CHANNEL, (id) => changed(Number(id), 'config'), missed),
    },
    subscribeToAccess: (changed, missed) => bench.test.database.listen(DEVICE_ACCESS_CHANNEL, changed, missed),
  })
  port = await broker.listen('127.0.0.1', 0)
  machine = await bench.machine()
  device = await bench.device(machine)
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)))
})
afterAll(async () => {
  await broker.close()
  await bench.close()
})

function open(username = device.uuid, password = device.key, options: object = {}): Promise<MqttClient> {
  const client = connect(`mqtt://127.0.0.1:${port}`, {
    username,
    password,
    reconnectPeriod: 0,
    clientId: 'one',
    ...options,
  })
  clients.push(client)
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve(client))
    client.once('error', reject)
    client.once('close', () => reject(new Error('closed')))
  })
}

const batch = (id: string, t = NOW) => JSON.stringify({ batch_id: id, events: [{ t, type: 'cycle', cycle_time: 5 }] })
const closed = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()))
const tally = async () =>
  (
    await bench.query<Record<string, unknown>>(
      'select received::int, accepted::int, duplicates::int, quarantined::int, refused_reason from device_tally where device_id = $1',
      [device.deviceId],
    )
  )[0]

describe('A device over MQTT', () => {
  test('is acknowledged once its events are stored and counted', async () => {
    const client = await open()
    await client.publishAsync(eventsTopic(device.uuid), batch('m-1'), { qos: 1 })
    expect(await bench.query('select cycle_ms from event where device_id = $1', [device.deviceId])).toEqual([
      { cycle_ms: 5000 },
    ])
    expect((await bench.intervals(machine)).length).toBeGreaterThan(0)
  })

  test('sends the same over both transports without effect, and it is counted', async () => {
    const client = await open()
    await Promise.all([
      client.publishAsync(eventsTopic(device.uuid), batch('m-2'), { qos: 1 }),
      bench.send(device, batch('m-2')),
    ])
    await client.publishAsync(eventsTopic(device.uuid), batch('m-2'), { qos: 1 })
    expect(await tally()).toMatchObject({ received: 4, accepted: 2, duplicates: 2, quarantined: 0 })
  })

  test('gets what is no envelope quarantined as one, once', async () => {
    const client = await open()
    await client.publishAsync(eventsTopic(device.uuid), '{"nonsense', { qos: 1 })
    await client.publishAsync(eventsTopic(device.uuid), '{"nonsense', { qos: 1 })
    expect(await tally()).toMatchObject({ quarantined: 1, duplicates: 3 })
    expect(await bench.query('select reason, raw from quarantine')).toEqual([
      { reason: 'not_an_envelope', raw: '{"nonsense' },
    ])
  })

  test('is refused with a wrong key, an unknown uuid or no name', async () => {
    await expect(open(device.uuid, 'wrong')).rejects.toThrow()
    await expect(open('00000000-0000-4000-8000-000000000000')).rejects.toThrow()
    await expect(open('', '')).rejects.toThrow()
  })

  test('publishes to its own topic only', async () => {
    const other = await bench.device(await bench.machine())
    const client = await open()
    const gone = closed(client)
    client.publish(eventsTopic(other.uuid), batch('foreign'), { qos: 1 }, () => undefined)
    await gone
    expect(await bench.query('select 1 from batch where device_id = $1', [other.deviceId])).toEqual([])
  })

  test('subscribes to its own commands only', async () => {
    const client = await open()
    const granted = async (topic: string) =>
      (await client.subscribeAsync(topic, { qos: 1 }).catch(() => [{ qos: 128 }]))[0]?.qos
    expect(await granted(commandsTopic(device.uuid))).toBe(1)
    for (const topic of ['#', '+/v1/#', '$SYS/#', eventsTopic(device.uuid), commandsTopic(machine.toString())])
      expect(await granted(topic)).toBe(128)
  })

  test('loses its connection with a message over 1 MiB, nothing is stored, and the device says why', async () => {
    const client = await open()
    const gone = closed(client)
    client.publish(
      eventsTopic(device.uuid),
      `{"batch_id":"big","events":[],"x":"${'x'.repeat(1_100_000)}"}`,
      { qos: 1 },
      () => undefined,
    )
    await gone
    await expect.poll(async () => (await tally())?.refused_reason).toMatch(/over 1048576/)
    expect(await bench.query("select 1 from batch where batch_id = 'big'")).toEqual([])
  })

  test('that is not signed in may send 4 KiB, and ten connections of one address get one line in the log', async () => {
    lines.length = 0
    // A CONNECT of a stranger, and a publication of 1 MiB behind it.
    const bytes = Buffer.concat([
      Buffer.from([0x10, 0x0d, 0, 4]),
      Buffer.from('MQTT'),
      Buffer.from([4, 2, 0, 60, 0, 1, 0x78]),
      Buffer.from([0x30, 0x80, 0x80, 0x40]),
    ])
    for (let i = 0; i < 10; i++) {
      const socket = connectTcp(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(bytes)
      await once(socket.resume(), 'close')
    }
    expect(lines).toMatchObject([
      {
        msg: 'A connection of a stranger was closed',
        reason: 'A packet of 1048576 bytes before the sign-in of a device is over 4096',
      },
    ])
  })

  test('does not lose its connection to another device that takes its client id', async () => {
    const client = await open()
    const other = await bench.device(await bench.machine())
    await open(other.uuid, other.key)
    await client.publishAsync(eventsTopic(device.uuid), batch('still-there'), { qos: 1 })
    expect(client.connected).toBe(true)
  })

  test('of version 5 gets the code its protocol has for that', async () => {
    const answer = await new Promise<Buffer>((resolve, reject) => {
      const socket = connectTcp(port, '127.0.0.1', () => {
        // CONNECT, "MQTT", version 5, clean start, keep alive 10, no properties, client id "x".
        socket.write(Buffer.from([0x10, 0x0e, 0, 4, 0x4d, 0x51, 0x54, 0x54, 5, 2, 0, 10, 0, 0, 1, 0x78]))
      })
      socket.once('data', (data) => {
        socket.destroy()
        resolve(Buffer.from(data))
      })
      socket.once('error', reject)
    })
    expect([...answer]).toEqual([0x20, 0x03, 0x00, 0x84, 0x00])
  })
})

describe('Commands to a device', () => {
  const topic = () => commandsTopic(device.uuid)
  const changed = (config: number) => {
    requested = config
    return bench.query("select pg_notify('device_commands', $1)", [String(device.deviceId)])
  }
  /** Returns a function that resolves to the messages a client receives, one after the other. */
  function receivedBy(client: MqttClient): () => Promise<{ topic: string; asked: number; qos: number }> {
    const received: { topic: string; asked: number; qos: number }[] = []
    const waiting: ((message: (typeof received)[0]) => void)[] = []
    client.on('message', (at, payload, { qos }) => {
      const message = { topic: at, asked: JSON.parse(payload.toString()).asked, qos }
      const next = waiting.shift()
      if (next) next(message)
      else received.push(message)
    })
    return () => {
      const first = received.shift()
      return first ? Promise.resolve(first) : new Promise((resolve) => waiting.push(resolve))
    }
  }

  test('are received when it subscribes, and whenever they change, with QoS 1', async () => {
    requested = 1
    const client = await open()
    const next = receivedBy(client)
    await client.subscribeAsync(topic(), { qos: 1 })
    expect(await next()).toEqual({ topic: topic(), asked: 1, qos: 1 })
    await changed(2)
    expect((await next()).asked).toBe(2)
    await changed(3)
    expect((await next()).asked).toBe(3)
  })

  test('wait for it to come back', async () => {
    await changed(4)
    const client = await open()
    const next = receivedBy(client)
    await client.subscribeAsync(commandsTopic(device.uuid.toUpperCase()), { qos: 0 })
    expect(await next()).toMatchObject({ asked: 4, qos: 0 })
  })

  test('are received again in a session that it resumes without subscribing', async () => {
    const session = { clean: false, clientId: 'kept' }
    const first = await open(device.uuid, device.key, session)
    await first.subscribeAsync(topic(), { qos: 1 })
    await first.endAsync()
    await changed(5)
    const again = connect(`mqtt://127.0.0.1:${port}`, {
      username: device.uuid,
      password: device.key,
      reconnectPeriod: 0,
      ...session,
    })
    clients.push(again)
    const next = receivedBy(again)
    let last = await next()
    while (last.asked !== 5) last = await next()
    expect(last.asked).toBe(5)
  })

  test('are for the device alone', async () => {
    const other = await bench.device(machine, { primary: false })
    const client = await open(other.uuid, other.key)
    for (const filter of [topic(), '#', 'millwatch/v1/devices/+/commands', eventsTopic(other.uuid)]) {
      const refused = await client.subscribeAsync(filter, { qos: 1 }).catch((error) => error)
      expect(Array.isArray(refused) ? refused[0]?.qos : 128).toBe(128)
    }
  })
})
