import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { eventsTopic } from '@millwatch/contract/devices'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { startServer, type TestServerProcess } from '@millwatch/lab/app/server-process'
import { connect as connectMqtt } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beforeConnect, connectPacket } from './hostile.testing.ts'

const HOSTILE = 10_000
const MOST_GROWTH_KB = 50 * 1024

const { t, company: acme } = await appWithCompany()
let server: TestServerProcess
let machine: Awaited<ReturnType<typeof machineWithDevice>>
const open = new Set<Socket>()

beforeAll(async () => {
  machine = await machineWithDevice(t, await t.signIn(acme.emailOf('admin')), acme.rootOrgUnitId)
  server = await startServer({ url: t.db.url })
})
afterAll(async () => {
  for (const socket of open) socket.destroy()
  await server.stop()
})

const residentKb = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.pid)], { encoding: 'utf8' }))

/** Opens a connection that sends some bytes and then nothing more, as long as it is left open. */
async function openSilent(bytes: Buffer): Promise<void> {
  const socket = connect(server.ports.mqtt, '127.0.0.1')
  open.add(socket)
  socket.on('error', () => undefined).on('close', () => open.delete(socket))
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined)
  if (!socket.destroyed) socket.write(bytes)
}

async function device() {
  const client = connectMqtt(`mqtt://127.0.0.1:${server.ports.mqtt}`, {
    username: machine.uuid,
    password: machine.key,
    reconnectPeriod: 0,
  })
  await new Promise((done, fail) => client.once('connect', done).once('error', fail))
  return client
}

const batch = (id: string, count = 1) => {
  const events = Array.from({ length: count }, (_, i) => ({ t: Date.now() - i * 10, type: 'tlm', temperature_1: i }))
  return JSON.stringify({ batch_id: id, events })
}

test('Mosquitto CVE-2023-0809: ten thousand connections that never say who they are take at most 50 MB, and keep no device out', async () => {
  const half = connectPacket({ clientId: 'x'.repeat(3000) }).subarray(0, 2900)
  const corpus = [half, half, half, ...Object.values(beforeConnect)]
  const good = await device()
  // A busy server has already allocated the memory that any work needs.
  for (let round = 0; round < 15; round++) {
    const busy = Array.from({ length: 20 }, (_, i) => batch(`warm-${round}-${i}`, 50))
    await Promise.all(busy.map((body) => good.publishAsync(eventsTopic(machine.uuid), body, { qos: 1 })))
  }
  const before = residentKb()
  let most = before
  for (let at = 0; at < HOSTILE; at += 500) {
    await Promise.all(Array.from({ length: 500 }, (_, i) => openSilent(corpus[(at + i) % corpus.length] ?? half)))
    most = Math.max(most, residentKb())
    await good.publishAsync(eventsTopic(machine.uuid), batch(`good-${at}`), { qos: 1 })
    await (await device()).endAsync()
  }
  const grew = `${HOSTILE} hostile connections: from ${before} to at most ${most} KB, ${open.size} still open`
  process.stdout.write(`${grew}\n`)
  expect(most - before, grew).toBeLessThanOrEqual(MOST_GROWTH_KB)
  expect(good.connected).toBe(true)
  await good.endAsync()
})
