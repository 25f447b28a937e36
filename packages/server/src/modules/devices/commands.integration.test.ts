import { commandsTopic, eventsTopic } from '@millwatch/contract/devices'
import type { DeviceShape } from '@millwatch/contract/http/devices'
import { type TestApp, type TestMachine, type TestServer, testApp } from '@millwatch/lab/app/app'
import { connect, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestApp
let other: TestServer
const clients: MqttClient[] = []

beforeAll(async () => {
  server = await testApp()
  other = await server.anotherServer()
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)))
  await server.close()
})

async function device(server: TestServer, { uuid, key }: TestMachine): Promise<MqttClient> {
  const client = connect(server.mqttUrl, { username: uuid, password: key, reconnectPeriod: 0 })
  clients.push(client)
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('error', reject)
  })
  return client
}

/** Returns a list that collects the configurations a device receives from now on. */
function receivedBy(client: MqttClient): Record<string, unknown>[] {
  const received: Record<string, unknown>[] = []
  client.on('message', (_topic, payload) => received.push(JSON.parse(payload.toString())))
  return received
}

test('What is asked of a device reaches it on whichever server it is, at once or when it is back', async () => {
  const machine = await server.machine()
  const first = await device(other, machine)
  const ping = { batch_id: 'b', events: [{ t: Date.now(), type: 'ping', firmware: '1.4.0' }] }
  await first.publishAsync(eventsTopic(machine.uuid), JSON.stringify(ping), { qos: 1 })
  const received = receivedBy(first)
  await first.subscribeAsync(commandsTopic(machine.uuid), { qos: 1 })
  await expect.poll(() => received.at(-1)).toEqual({ type: 'config', poll_interval_s: null, input_setup: null })
  const { device: row } = await server.ok<{ device: DeviceShape }>('GET', `/v0/devices/${machine.uuid}`)
  const change = (body: object) => server.ok('PUT', `/v0/devices/${row.id}`, body)
  await change({ pollInterval: 60 })
  await expect.poll(() => received.at(-1)).toMatchObject({ poll_interval_s: 60 })
  await change({ primary: true })
  await first.endAsync()
  const inputSetup = { running: { inputs: '24v0' } }
  await change({ inputSetup, deviceTypeId: 2, pollInterval: 90 })
  expect(received).toHaveLength(2)
  const back = await device(server, machine)
  const again = receivedBy(back)
  await back.subscribeAsync(commandsTopic(machine.uuid), { qos: 1 })
  await expect.poll(() => again.at(-1)).toEqual({ type: 'config', poll_interval_s: 90, input_setup: inputSetup })
})

test('Changes in quick succession end with the last', async () => {
  const machine = await server.machine()
  const client = await device(other, machine)
  const ping = { batch_id: 'b', events: [{ t: Date.now(), type: 'ping', firmware: '2.1' }] }
  await client.publishAsync(eventsTopic(machine.uuid), JSON.stringify(ping), { qos: 1 })
  const received = receivedBy(client)
  await client.subscribeAsync(commandsTopic(machine.uuid), { qos: 1 })
  const { device: row } = await server.ok<{ device: DeviceShape }>('GET', `/v0/devices/${machine.uuid}`)
  for (let s = 31; s <= 50; s++) await server.ok('PUT', `/v0/devices/${row.id}`, { pollInterval: s })
  await expect.poll(() => received.at(-1)).toMatchObject({ poll_interval_s: 50 })
  const order = received.map((config) => Number(config.poll_interval_s))
  expect(order).toEqual([...order].sort((a, b) => a - b))
})
