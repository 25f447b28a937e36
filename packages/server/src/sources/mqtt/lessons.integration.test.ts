import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { commandsTopic, eventsTopic } from '@millwatch/contract/devices'
import { FlowBench, type TestDevice } from '@millwatch/lab/app/flow'
import fc from 'fast-check'
import { connect, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { COMMANDS_CHANNEL } from '../../modules/devices/index.ts'
import { DEVICE_ACCESS_CHANNEL } from '../../modules/identity/index.ts'
import { silentLogger } from '../../platform/logger.ts'
import { createMqttBroker, type MqttBroker } from './broker.ts'
import {
  beforeConnect,
  connectedDevice,
  connectPacket,
  publishPacket,
  sendOnce,
  subscribeManyPacket,
  subscribePacket,
  unsubscribePacket,
} from './hostile.testing.ts'

const NOW = 1_790_000_000_000
let bench: FlowBench
let broker: MqttBroker
let port: number
let device: TestDevice
let good: MqttClient
const clients: MqttClient[] = []
const sockets: Socket[] = []
/** Length of the command for a device, in bytes. */
let commandBytes = 10
const unnoted = { sent: async () => undefined, confirmed: async () => undefined }

beforeAll(async () => {
  bench = await FlowBench.open(NOW)
  broker = await createMqttBroker({
    logger: silentLogger,
    clock: bench.clock,
    deliver: bench.flow,
    commands: {
      config: async () => ({ ...unnoted, command: { type: 'config', padding: 'x'.repeat(commandBytes) } }),
      outputs: async () => null,
      inArrears: async () => [],
      subscribe: (changed, missed) =>
        bench.test.database.listen(COMMANDS_CHANNEL, (id) => changed(Number(id), 'config'), missed),
    },
    subscribeToAccess: (changed, missed) => bench.test.database.listen(DEVICE_ACCESS_CHANNEL, changed, missed),
  })
  port = await broker.listen('127.0.0.1', 0)
  device = await bench.device(await bench.machine())
  const neighbour = await bench.device(await bench.machine())
  good = connect(`mqtt://127.0.0.1:${port}`, { username: neighbour.uuid, password: neighbour.key, reconnectPeriod: 0 })
  await new Promise((done, fail) => good.once('connect', done).once('error', fail))
  neighbourTopic = eventsTopic(neighbour.uuid)
})
let neighbourTopic = ''
let batches = 0

/** Checks that a well-behaved device is not affected: its connection stays open, and its messages are stored. */
async function checkGoodDevice(): Promise<number> {
  const at = performance.now()
  const batch = { batch_id: `good-${++batches}`, events: [{ t: NOW, type: 'ping' }] }
  await good.publishAsync(neighbourTopic, JSON.stringify(batch), { qos: 1 })
  expect(good.connected).toBe(true)
  return performance.now() - at
}

afterEach(async () => {
  await checkGoodDevice()
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)))
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(async () => {
  await good.endAsync(true)
  await broker.close()
  await bench.close()
})

const asDevice = () => ({ username: device.uuid, password: device.key })
async function raw(parts: object = {}): Promise<Socket> {
  const socket = await connectedDevice(port, { ...asDevice(), ...parts })
  sockets.push(socket)
  return socket
}
const stored = async (batchId: string) =>
  (await bench.query('select 1 from batch where batch_id = $1', [batchId])).length
const batchOf = (id: string) => JSON.stringify({ batch_id: id, events: [{ t: NOW, type: 'ping' }] })
const levels = (count: number) => Array.from({ length: count }, () => 'a').join('/')

describe('Mosquitto CVE-2021-34432, CVE-2021-28166, CVE-2023-0809: who has not said who it is', () => {
  test('is closed within its ten seconds, and has no effect, whatever it begins with', async () => {
    const answers = await Promise.all(
      Object.entries(beforeConnect).map(async ([name, bytes]) => [name, await sendOnce(port, bytes)] as const),
    )
    // No connection may be accepted: an answer, if any, must be a refusal.
    for (const [name, answer] of answers)
      if (answer.length > 0) expect([name, answer[0], (answer[3] ?? 0) > 0]).toEqual([name, 0x20, true])
    expect(broker.connected()).toBe(1)
  })

  test('stops nobody, with 300 sorts of nonsense', async () => {
    const corpus = [...Object.values(beforeConnect), connectPacket(asDevice()), publishPacket('a', 'b')]
    const nonsense = fc.tuple(
      fc.constantFrom(...corpus),
      fc.array(fc.record({ at: fc.nat(80), byte: fc.nat(255) }), { maxLength: 4 }),
      fc.uint8Array({ maxLength: 40 }),
    )
    for (const [bytes, changes, more] of fc.sample(nonsense, 300)) {
      const mutated = Buffer.concat([bytes, more])
      for (const { at, byte } of changes) if (at < mutated.length) mutated[at] = byte
      await sendOnce(port, mutated, { andEnd: true })
    }
    await checkGoodDevice()
  })

  test('sends no more than 4 KiB', async () => {
    const socket = connectTcp(port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    const closed = once(socket, 'close')
    socket.write(connectPacket({ clientId: 'x'.repeat(5000) }))
    await closed
  })
})

describe('aedes GHSA-xxqp-5qx8-gj5q: topics of many levels', () => {
  test.each([100, 101, 201, 32_767])(
    '%i levels in PUBLISH, SUBSCRIBE, UNSUBSCRIBE and Will leave the broker running',
    async (count) => {
      const topic = levels(count)
      for (const bytes of [publishPacket(topic, 'x'), subscribePacket(topic), unsubscribePacket(topic)]) {
        const socket = await raw()
        const answered = Promise.race([once(socket, 'data'), once(socket, 'close')])
        socket.write(bytes)
        await answered
        await checkGoodDevice()
      }
      if (count > 1000) return
      const dying = await raw({ will: { topic, payload: 'x', retain: true } })
      dying.destroy()
      await once(dying, 'close')
    },
  )

  test('the longest topic there is, of 65,535 bytes, is refused too', async () => {
    for (const topic of ['/'.repeat(65_535), levels(32_768)]) {
      const socket = await raw()
      const closed = once(socket, 'close')
      socket.write(publishPacket(topic, 'x'))
      await closed
      const other = await raw()
      const answered = Promise.race([once(other, 'data'), once(other, 'close')])
      other.write(subscribePacket(topic))
      await answered
    }
  })
})

describe('aedes #597, #158, PR #769: a device and what is not its own', () => {
  const foreign = () => [
    '$SYS/x/disconnect',
    '$SYS/broker/new/clients',
    '#',
    '+',
    `$share/group/${eventsTopic(device.uuid)}`,
    `$share/group/${commandsTopic(device.uuid)}`,
    neighbourTopic,
    neighbourTopic.replace(/events$/, 'commands'),
    neighbourTopic.replace(/[^/]+\/events$/, '+/events'),
    `${eventsTopic(device.uuid)}/`,
    `/${eventsTopic(device.uuid)}`,
    `${eventsTopic(device.uuid)}/more`,
    'millwatch/v1/devices/+/commands',
    'millwatch/v1/#',
    commandsTopic(device.uuid).replace('commands', '+'),
    `${commandsTopic(device.uuid)}/#`,
  ]

  test('subscribes to none of it, by name, wildcard, $SYS or $share', async () => {
    const client = connect(`mqtt://127.0.0.1:${port}`, { ...asDevice(), reconnectPeriod: 0 })
    clients.push(client)
    await new Promise((done) => client.once('connect', done))
    for (const topic of foreign()) {
      const granted = await client.subscribeAsync(topic, { qos: 1 }).then(
        ([first]) => first?.qos,
        () => 128,
      )
      expect([topic, granted]).toEqual([topic, 128])
    }
    expect(client.connected).toBe(true)
  })

  test.each([false, true])('publishes to none of it, retained: %s', async (retain) => {
    for (const [i, topic] of foreign().entries()) {
      const socket = await raw()
      const closed = once(socket, 'close')
      const id = `foreign-${retain}-${i}`
      socket.write(publishPacket(topic, batchOf(id), { retain }))
      await closed
      expect([topic, await stored(id)]).toEqual([topic, 0])
    }
  })

  test('has nothing of it said when it dies, and no Will of it is ever kept', async () => {
    for (const [i, topic] of foreign().entries()) {
      if (/[#+]/.test(topic)) continue
      const id = `will-${i}`
      const dying = await raw({ clientId: `dying-${i}`, will: { topic, payload: batchOf(id), retain: true } })
      dying.destroy()
      await once(dying, 'close')
      await checkGoodDevice()
      expect([topic, await stored(id)]).toEqual([topic, 0])
    }
  })

  test('has its own last word stored', async () => {
    const dying = await raw({ will: { topic: eventsTopic(device.uuid), payload: batchOf('last word') } })
    dying.destroy()
    await vi.waitFor(async () => expect(await stored('last word')).toBe(1), { timeout: 20_000 })
  })

  test('finds nothing retained, of its own or of others', async () => {
    const socket = await raw({ clientId: 'retaining' })
    const acknowledged = once(socket, 'data')
    socket.write(publishPacket(eventsTopic(device.uuid), batchOf('retained'), { retain: true }))
    await acknowledged
    const client = connect(`mqtt://127.0.0.1:${port}`, { ...asDevice(), clientId: 'looking', reconnectPeriod: 0 })
    clients.push(client)
    const received: string[] = []
    client.on('message', (topic, _payload, { retain }) => void (retain && received.push(topic)))
    await new Promise((done) => client.once('connect', done))
    await client.subscribeAsync(commandsTopic(device.uuid), { qos: 1 })
    await client.subscribeAsync(['#', '$SYS/#', eventsTopic(device.uuid)], { qos: 1 }).catch(() => undefined)
    expect(received).toEqual([])
  })
})

describe('aedes PR #1060: a device that takes nothing of what is sent to it', () => {
  test('stops nobody else, and is not kept for ever', async () => {
    commandBytes = 200_000
    const frozen = await bench.device(await bench.machine())
    const socket = await connectedDevice(port, { username: frozen.uuid, password: frozen.key, keepAliveS: 1 })
    sockets.push(socket)
    socket.pause()
    const closed = once(socket, 'close')
    socket.write(subscribePacket(commandsTopic(frozen.uuid)))
    const tookMs: number[] = []
    for (let i = 0; i < 50; i++) {
      await bench.query('select pg_notify($1, $2)', [COMMANDS_CHANNEL, String(frozen.deviceId)])
      tookMs.push(await checkGoodDevice())
    }
    commandBytes = 10
    tookMs.sort((a, b) => a - b)
    expect(tookMs[Math.floor(tookMs.length * 0.9)]).toBeLessThan(1000)
    // It sends nothing either, for longer than its keep-alive allows.
    await vi.waitFor(() => expect(broker.connected()).toBe(1), { timeout: 20_000, interval: 50 })
    socket.resume()
    await closed
  })
})

describe('A device that subscribes without end', () => {
  /** Returns so many spellings of a topic, in upper and lower case. */
  const spellings = (topic: string, count: number) => {
    const letters = [...topic.matchAll(/[a-z]/g)].map(({ index }) => index)
    return Array.from({ length: count }, (_, i) =>
      [...topic]
        .map((letter, at) => ((i >> letters.indexOf(at)) & 1 && letters.includes(at) ? letter.toUpperCase() : letter))
        .join(''),
    )
  }
  /** Reads one packet with a length of up to two bytes; returns its content. */
  async function readPacket(socket: Socket): Promise<Buffer> {
    let seen = Buffer.alloc(0)
    for (;;) {
      const [low = 0x80, high = 0] = seen.subarray(1)
      const length = low < 0x80 ? low : (low & 0x7f) + high * 128
      const start = low < 0x80 ? 2 : 3
      if (seen.length > start && seen.length >= start + length) return seen.subarray(start, start + length)
      const [chunk] = (await once(socket, 'data')) as [Buffer]
      seen = Buffer.concat([seen, chunk])
    }
  }
  /** Connects with a session that is to be kept, and subscribes; returns true if the broker had kept one. */
  async function keptBefore(clientId: string): Promise<boolean> {
    const socket = connectTcp(port, '127.0.0.1')
    sockets.push(socket)
    socket.write(connectPacket({ ...asDevice(), clientId, isKept: true }))
    const [isPresent, code] = await readPacket(socket)
    expect(code).toBe(0)
    socket.write(subscribePacket(commandsTopic(device.uuid)))
    await once(socket, 'data')
    const closed = once(socket, 'close')
    socket.resume()
    socket.end(Buffer.from([0xe0, 0]))
    await closed
    return isPresent === 1
  }

  test('has its topic in four spellings, however many it names in a packet, and stops nobody else', async () => {
    const socket = await raw({ isKept: true, clientId: 'many' })
    const answer = readPacket(socket)
    socket.write(subscribeManyPacket(spellings(commandsTopic(device.uuid), 5000)))
    const granted = (await answer).subarray(2)
    expect(granted).toHaveLength(5000)
    expect([...granted].filter((code) => code !== 128)).toEqual([1, 1, 1, 1])
  })

  test('has sixteen sessions kept, however many client ids it invents', async () => {
    expect(await keptBefore('first')).toBe(false)
    expect(await keptBefore('first')).toBe(true)
    for (let i = 0; i < 16; i++) expect(await keptBefore(`other ${i}`)).toBe(false)
    expect(await keptBefore('other 15')).toBe(true)
    expect(await keptBefore('first')).toBe(false)
  })
})
