import { commandsTopic, eventsTopic } from '@millwatch/contract/devices'
import type { Body } from '@millwatch/contract/endpoint'
import { updateDevice } from '@millwatch/contract/http/devices'
import { listeningApp } from '@millwatch/lab/app/app-with-company'
import { injectApp, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { connect, type MqttClient } from 'mqtt'
import { afterAll, expect, test } from 'vitest'

const { t, token, root, mqttUrl } = await listeningApp()
const other = await injectApp({ db: { ...t.db, database: t.db.open() } })
const otherUrl = (await other.listen()).mqttUrl
const clients: MqttClient[] = []

afterAll(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)))
  await other.close()
})

type Machine = Awaited<ReturnType<typeof machineWithDevice>>

async function device(url: string, { uuid, key }: Machine): Promise<MqttClient> {
  const client = connect(url, { username: uuid, password: key, reconnectPeriod: 0 })
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

const change = ({ deviceId: id }: Machine, body: Body<typeof updateDevice>) =>
  t.ask(updateDevice, { token, params: { id }, body })

test('What is asked of a device reaches it on whichever server it is, at once or when it is back', async () => {
  const machine = await machineWithDevice(t, token, root)
  const first = await device(otherUrl, machine)
  const ping = { batch_id: 'b', events: [{ t: Date.now(), type: 'ping', firmware: '1.4.0' }] }
  await first.publishAsync(eventsTopic(machine.uuid), JSON.stringify(ping), { qos: 1 })
  const received = receivedBy(first)
  await first.subscribeAsync(commandsTopic(machine.uuid), { qos: 1 })
  await expect.poll(() => received.at(-1)).toEqual({ type: 'config', poll_interval_s: null, input_setup: null })
  await change(machine, { pollInterval: 60 })
  await expect.poll(() => received.at(-1)).toMatchObject({ poll_interval_s: 60 })
  await change(machine, { primary: true })
  await first.endAsync()
  const inputSetup = { running: { inputs: '24v0' } }
  await change(machine, { inputSetup, deviceTypeId: 2, pollInterval: 90 })
  expect(received).toHaveLength(2)
  const back = await device(mqttUrl, machine)
  const again = receivedBy(back)
  await back.subscribeAsync(commandsTopic(machine.uuid), { qos: 1 })
  await expect.poll(() => again.at(-1)).toEqual({ type: 'config', poll_interval_s: 90, input_setup: inputSetup })
})

test('Changes in quick succession end with the last', async () => {
  const machine = await machineWithDevice(t, token, root)
  const client = await device(otherUrl, machine)
  const ping = { batch_id: 'b', events: [{ t: Date.now(), type: 'ping', firmware: '2.1' }] }
  await client.publishAsync(eventsTopic(machine.uuid), JSON.stringify(ping), { qos: 1 })
  const received = receivedBy(client)
  await client.subscribeAsync(commandsTopic(machine.uuid), { qos: 1 })
  for (let pollInterval = 31; pollInterval <= 50; pollInterval++) await change(machine, { pollInterval })
  await expect.poll(() => received.at(-1)).toMatchObject({ poll_interval_s: 50 })
  const order = received.map((config) => Number(config.poll_interval_s))
  expect(order).toEqual([...order].sort((a, b) => a - b))
})
