import type { Answer } from '@millwatch/contract/endpoint'
import type { utilizationOfEquipment } from '@millwatch/contract/http/utilization'
import { LIVE_PATH, type MachinesMessage, roomOfEquipment } from '@millwatch/contract/live'
import { defaultStatusSettings, RUNNING } from '@millwatch/domain/status'
import { createEmptyDatabase } from '@millwatch/lab/database/database'
import type { FaultMachine } from '@millwatch/lab/load/plant'
import { Traffic } from '@millwatch/lab/load/traffic'
import { Transport } from '@millwatch/lab/load/transport'
import { compared } from '@millwatch/lab/load/verify'
import { type Company, foundCompany } from '@millwatch/lab/product/company'
import { Product } from '@millwatch/lab/product/product'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { readMigrations } from '../db/migration-files.ts'
import { systemClock } from '../platform/clock.ts'

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let first: Product
let other: Product
let company: Company
beforeAll(async () => {
  database = await createEmptyDatabase()
  first = await Product.make({ databaseUrl: database.url })
  other = await Product.make({ databaseUrl: database.url })
  // At the same time, on a database where nothing is yet.
  await Promise.all([first.start(), other.start()])
  company = await foundCompany(first)
})
afterAll(async () => {
  await Promise.all([first?.discard(), other?.discard()])
  await database?.drop()
})

describe('Two server processes on one database', () => {
  test('Devices spread over both at random, over HTTP and MQTT: the same figures as one, from either', async () => {
    const machines = (await company.machines(12)).map(
      (machine): FaultMachine => ({ ...machine, speech: 'cycles', settings: defaultStatusSettings }),
    )
    const seed = Math.floor(Math.random() * 2 ** 32)
    const traffic = new Traffic({ products: [first, other], machines, seed, pauseMs: 5 })
    await expect.poll(() => traffic.acknowledgedEvents, { timeout: 60_000 }).toBeGreaterThan(8000)
    await traffic.finish()
    for (const server of [first, other]) await compared(company.at(server.url), database.url, traffic.ledgers)

    const ids = machines.map(({ equipmentId }) => equipmentId).join(',')
    const [from, to] = [Date.now() - 48 * 3_600_000, Date.now() - 1000].map((at) => new Date(at).toISOString())
    const figures = [first, other].map((server) =>
      company
        .at(server.url)
        .call<Answer<typeof utilizationOfEquipment>>('GET', `/v0/util/e?ids=${ids}&startDate=${from}&endDate=${to}`),
    )
    const [ofOne, ofOther] = await Promise.all(figures)
    expect(ofOne?.equipment.length).toBe(machines.length)
    // Each server uses its own clock as the time of the question.
    const figuresIn = (answer: unknown) => JSON.stringify(answer, (key, value) => (key === 'as_of' ? undefined : value))
    expect(figuresIn(ofOther)).toBe(figuresIn(ofOne))
  })

  test.each(['HTTP', 'MQTT'])('A page on one sees at once what the other received over %s', async (way) => {
    const machine = await company.machine(`Seen over ${way}`)
    const room = roomOfEquipment(machine.equipmentId)
    const page = await open(first, company.token)
    page.emit('join', { room })
    await new Promise((resolve) => page.once('joined', resolve))
    const messages = Promise.all([
      // The new device may cause a recomputation of the machine's past first; that is published with a count of 0.
      firstOf(page, ({ cycle }) => cycle?.find(({ count }) => count > 0)),
      firstOf(page, ({ status }) => status?.[0]),
    ])
    const device = new Transport(machine)
    const t = Date.now()
    const message = JSON.stringify({ batch_id: 'b-1', events: [{ t, type: 'cycle', cycle_time: 2 }] })
    const sent = way === 'HTTP' ? device.overHttp(other, message, 1) : device.overMqtt(other, message)
    const [cycle, status] = await messages
    const tookMs = Date.now() - t
    expect(await sent).toBe('acknowledged')
    expect(cycle).toMatchObject({ equipment_id: machine.equipmentId, count: 1, cycle_time: 2 })
    expect(Date.parse(cycle.occurred_at ?? '')).toBe(t)
    expect(status).toMatchObject({ equipment_id: machine.equipmentId, status: RUNNING })
    expect(Date.parse(status.started_at)).toBe(t - 2000)
    // The message of the commit must update it, not the pass over all machines each minute.
    expect(tookMs).toBeLessThan(10_000)
    device.close()
    page.disconnect()
  })

  test('Both end, and say why, once a newer program has migrated the data', async () => {
    const migrations = await readMigrations()
    const newer = { number: migrations.length + 1, name: 'newer', text: 'select 1', checksum: 'x' }
    await migrate(database.url, [...migrations, newer], { clock: systemClock })
    for (const server of [first, other]) {
      expect(await server.endsWithin(10_000)).toBe(true)
      expect(server.log).toContain('The data was written by a newer Millwatch')
    }
  })
})

/** Waits for a message about machines with the news that `find` returns, and returns them. */
const firstOf = <T>(page: Socket, find: (news: MachinesMessage['news']) => T | undefined): Promise<T> =>
  new Promise((resolve) =>
    page.on('machines', ({ news }: MachinesMessage) => {
      const found = find(news)
      if (found !== undefined) resolve(found)
    }),
  )

async function open(server: Product, token: string): Promise<Socket> {
  const socket = io(server.url, { path: LIVE_PATH, transports: ['websocket'], forceNew: true, auth: { token } })
  await new Promise<void>((resolve, reject) => {
    socket.once('connected', () => resolve())
    socket.once('connect_error', reject)
  })
  return socket
}
