import { rotateDeviceKey } from '@millwatch/contract/http/devices'
import { endSession, getUser } from '@millwatch/contract/http/identity'
import { updateUser } from '@millwatch/contract/http/members'
import { createOrgUnit, updateEquipment } from '@millwatch/contract/http/tree'
import { LIVE_PATH, type Room } from '@millwatch/contract/live'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { millwatch } from '@millwatch/lab/app/commands'
import { companyWithPeople, injectApp, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { type LiveClient, type LiveOptions, openLive } from '@millwatch/lab/app/live-client'
import { io } from 'socket.io-client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { encodeFacts, FACTS_CHANNEL } from '../../platform/outbox/facts-channel.ts'

const { t, company: acme, token } = await appWithCompany()
const { httpUrl: url } = await t.listen()
const globex = await companyWithPeople(t, 'globex')
const foreign = await t.signIn(globex.emailOf('superuser'))
const unitBody = { name: 'hall', parent_id: acme.rootOrgUnitId }
const unit = (await t.ask(createOrgUnit, { token, body: unitBody })).orgUnit.id
const machine = await machineWithDevice(t, token, unit)
const open: LiveClient['socket'][] = []

afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})

/** Connects and collects the messages received. */
async function browser(options: LiveOptions = {}): Promise<LiveClient> {
  const client = await openLive(url, { auth: { token }, ...options })
  if (client === null) throw new Error('The server refused the connection')
  open.push(client.socket)
  return client
}

async function refusal(options: LiveOptions): Promise<string> {
  const settings = { path: LIVE_PATH, transports: ['websocket'], reconnection: false, forceNew: true }
  const socket: LiveClient['socket'] = io(url, { ...settings, auth: { token }, ...options })
  open.push(socket)
  return new Promise((done) => {
    socket.on('connected', () => done('let in'))
    socket.on('connect_error', (error) => done(error.message))
  })
}

let second = 0
const cycle = () => ({ t: Date.now() - 60_000 + second++ * 10, type: 'cycle', cycle_time: 1, temperature_1: 40 })
const soon = { timeout: 20_000, interval: 10 }
/** Messages about a cycle that starts a machine; each is a frame of its own. */
const STARTING = ['comm', 'cycle', 'status', 'tlm']
const kinds = (client: LiveClient): string[] => client.messages.map((sent) => sent.event).sort()
const gets = (client: LiveClient, wanted: string[]) => vi.waitFor(() => expect(kinds(client)).toEqual(wanted), soon)
const disconnected = (socket: LiveClient['socket']) => vi.waitFor(() => expect(socket.connected).toBe(false), soon)

describe('who may listen', () => {
  test('nobody without a session that stands', async () => {
    for (const auth of [{}, { token: '' }, { token: 'nonsense' }, { token: 5 }]) {
      expect(await refusal({ auth })).toBe('unauthorized')
    }
  })

  test('a token in the address is not accepted, and ends the connection', async () => {
    expect(await refusal({ auth: {}, query: { token } })).toBe('websocket error')
    expect(await refusal({ query: { token } })).toBe('websocket error')
  })

  test('a page of this server with its cookie, and no other page', async () => {
    const cookie = `millwatch=${token}`
    const from = (origin: string | undefined) =>
      refusal({ auth: {}, extraHeaders: { cookie, ...(origin === undefined ? {} : { origin }) } })
    expect(await from(url)).toBe('let in')
    const port = Number(new URL(url).port)
    for (const origin of [
      'http://evil.example',
      `http://127.0.0.1:${port + 1}`,
      `https://127.0.0.1:${port}`,
      `http://localhost:${port}`,
      `http://127.0.0.1.evil.example:${port}`,
      `http://evil-127.0.0.1:${port}`,
      'null',
      undefined,
    ]) {
      expect([origin, await from(origin)]).toEqual([origin, 'websocket error'])
    }
    expect(await refusal({ extraHeaders: { origin: 'http://evil.example' } })).toBe('websocket error')
    // A page without a session is refused before the connection is upgraded.
    expect(await refusal({ auth: {}, extraHeaders: { origin: url } })).toBe('websocket error')
    expect(await refusal({ auth: {}, extraHeaders: { origin: url, cookie: 'millwatch=nonsense' } })).toBe(
      'websocket error',
    )
  })

  test('from eight origins, by cookie, header or first packet: only the own one with a session it bears, or programs', async () => {
    const port = Number(new URL(url).port)
    const origins = {
      own: url,
      'another site': 'http://evil.example',
      null: 'null',
      absent: undefined,
      'a name below the own': `http://127.0.0.1.evil.example:${port}`,
      'a name like the own': `http://evil-127.0.0.1:${port}`,
      'https for http': `https://127.0.0.1:${port}`,
      'another port': `http://127.0.0.1:${port + 1}`,
    }
    const bearing = (token: string) => ({
      cookie: { auth: {}, extraHeaders: { cookie: `millwatch=${token}` } },
      header: { auth: {}, extraHeaders: { authorization: token } },
      packet: { auth: { token }, extraHeaders: {} },
    })
    const letIn = ['own cookie', 'own header', 'absent header', 'absent packet']
    for (const isGood of [true, false]) {
      for (const [name, origin] of Object.entries(origins)) {
        for (const [way, { auth, extraHeaders }] of Object.entries(bearing(isGood ? token : 'nonsense'))) {
          const headers = { ...extraHeaders, ...(origin === undefined ? {} : { origin }) }
          const isIn = (await refusal({ auth, extraHeaders: headers })) === 'let in'
          expect([name, way, isGood, isIn]).toEqual([name, way, isGood, isGood && letIn.includes(`${name} ${way}`)])
          for (const socket of open.splice(0)) socket.disconnect()
        }
      }
    }
  })

  test('at most forty connections of one person: an account on twenty tablets is live on all', async () => {
    const person = await t.signIn(acme.emailOf('user'))
    for (let i = 0; i < 40; i++) expect(await refusal({ auth: { token: person } })).toBe('let in')
    expect(await refusal({ auth: { token: person } })).toBe('too_many_connections')
  })
})

describe('rooms', () => {
  test('of the own company can be joined and left; all others are refused alike', async () => {
    const mine = await browser()
    expect(await mine.join(`e:${machine.id}`)).toBe('joined')
    expect(await mine.join(`o:${unit}`)).toBe('joined')
    expect(await mine.leave(`e:${machine.id}`)).toBe('left')
    const theirs = await browser({ auth: { token: foreign } })
    const strange = [
      'e:99999999',
      'e:0',
      'e:-1',
      'e:',
      'o:x',
      '',
      'x',
      `c${acme.companyId}:e:${machine.id}`,
      `E:${machine.id}`,
      '__proto__',
    ]
    for (const room of [`e:${machine.id}`, `o:${unit}`, ...strange]) {
      expect([room, await theirs.join(room)]).toEqual([room, 'refused'])
    }
    for (const room of strange) expect([room, await mine.join(room)]).toEqual([room, 'refused'])
    mine.socket.emit('join', null as never)
    mine.socket.emit('join', { room: { toString: 5 } } as never)
    expect(await mine.join(`e:${machine.id}`)).toBe('joined')
  })

  test('of a machine get at once what it did; rooms that were left and other companies get nothing', async () => {
    const [near, gone] = [await browser(), await browser()]
    const theirs = await browser({ auth: { token: foreign } })
    const room: Room = `e:${machine.id}`
    await near.join(room)
    // Attaching the device made the past be computed again; the commit of a first event includes that.
    await machine.send([{ t: Date.now() - 120_000, type: 'ping' }])
    await vi.waitFor(() => expect(near.messages.map((sent) => sent.event)).toContain('comm'), soon)
    near.messages.length = 0
    await gone.join(room)
    await gone.leave(room)
    await theirs.join(room)
    const event = cycle()
    await machine.send([event])
    await gets(near, STARTING)
    expect(near.messages.find((sent) => sent.event === 'cycle')?.message).toEqual({
      room,
      equipment_id: machine.id,
      count: 1,
      occurred_at: new Date(event.t).toISOString(),
      cycle_time: 1,
      temperature_1: 40,
      analog_in_1: null,
      is_startup: false,
      restated: false,
    })
    expect(near.messages.find((sent) => sent.event === 'status')?.message).toMatchObject({ status: 1 })
    expect([...gone.messages, ...theirs.messages]).toEqual([])
  })

  test('of a machine get that its latest cycle is a startup cycle, with T computed from its cycles', async () => {
    const slow = await machineWithDevice(t, token, unit)
    const settled = await t.ask(updateEquipment, {
      token,
      params: { id: slow.id },
      body: { maximum_allowed_cycle_time: null },
    })
    expect(settled.equip.maximum_allowed_cycle_time).toBeNull()
    const near = await browser()
    await near.join(`e:${slow.id}`)
    const marks = () => near.messages.flatMap(({ event, message }) => (event === 'cycle' ? [message.is_startup] : []))
    const start = Date.now()
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(start + 150), soon)
    await slow.send(Array.from({ length: 100 }, (_, i) => ({ t: start + i, type: 'cycle', cycle_time: 1 })))
    await vi.waitFor(() => expect(marks()).toContain(false), soon)
    expect(marks()).not.toContain(true)
    await slow.send([{ t: start + 100, type: 'cycle', cycle_time: 60 }])
    await vi.waitFor(() => expect(marks()).toContain(true), soon)
  })

  test('of units get the news of all machines below in one message, at most every 250 ms, cycles added up', async () => {
    const other = await machineWithDevice(t, token, unit)
    const root = await browser()
    const theirs = await browser({ auth: { token: foreign } })
    await root.join(`o:${acme.rootOrgUnitId}`)
    await theirs.join(`o:${globex.rootOrgUnitId}`)
    let [together, sent] = [0, 0]
    root.socket.on('machines', () => void together++)
    const startedAt = performance.now()
    // For several intervals, and often enough that messages had to be left out.
    while (performance.now() - startedAt < 1500 || sent <= 40) {
      await Promise.all([machine.send([cycle(), cycle()]), other.send([cycle(), cycle()])])
      sent += 4
    }
    const receivedCycles = () =>
      root.messages.reduce((sum, { event, message }) => sum + (event === 'cycle' ? Number(message.count) : 0), 0)
    await vi.waitFor(() => expect(receivedCycles()).toBe(sent), soon)
    // They leave 250 ms apart, and may arrive closer together; so their number is compared with the time that it took.
    const most = 2 + (performance.now() - startedAt) / 250
    expect(together).toBeLessThanOrEqual(most)
    const perKind = Map.groupBy(root.messages, ({ event, message }) => `${event} ${message.equipment_id}`)
    for (const messages of perKind.values()) expect(messages.length).toBeLessThanOrEqual(together)
    for (const { message } of root.messages) expect(message.room).toBe(`o:${acme.rootOrgUnitId}`)
    expect(theirs.messages).toEqual([])
  })

  test('of a unit get nothing more of a machine that was moved away', async () => {
    const other = await t.ask(createOrgUnit, { token, body: { name: 'other hall', parent_id: acme.rootOrgUnitId } })
    const moving = await machineWithDevice(t, token, unit)
    const [before, after] = [await browser(), await browser()]
    await before.join(`o:${unit}`)
    await after.join(`o:${other.orgUnit.id}`)
    const [first, second] = [cycle(), cycle()]
    const messagesOf = ({ t: at }: { t: number }, client: LiveClient) =>
      client.messages
        .filter(({ message }) => message.occurred_at === new Date(at).toISOString())
        .map(({ event }) => event)
        .sort()
    await moving.send([first])
    await vi.waitFor(() => expect(messagesOf(first, before)).toEqual(['cycle', 'tlm']), soon)
    for (const table of ['equipment', 'equipment_setting']) {
      const move = `update ${table} set parent_org_unit_id = $1 where equipment_id = $2`
      await t.db.owner.query(move, [other.orgUnit.id, moving.id])
    }
    expect(after.messages).toEqual([])
    await moving.send([second])
    await vi.waitFor(() => expect(messagesOf(second, after)).toEqual(['cycle', 'tlm']), soon)
    // Before the first cycle, the room may have got that the status was computed after a device was put on the machine.
    expect(messagesOf(second, before)).toEqual([])
  })

  test('are not needed to get the message that the operator has all pages loaded again', async () => {
    const received: string[] = []
    for (const opening of [{}, { auth: { token: foreign } }]) {
      const { socket } = await browser(opening)
      socket.on('refresh', (...args: unknown[]) => void received.push(JSON.stringify(args)))
    }
    await millwatch(t, 'refresh')
    await vi.waitFor(() => expect(received).toEqual(['[]', '[]']), soon)
  })

  test('of the company, of oneself and of a device get what changed there, by whom and wherever it was done', async () => {
    const near = await browser()
    const theirs = await browser({ auth: { token: foreign } })
    const { user } = await t.ask(getUser, { token })
    const received: Record<string, unknown>[] = []
    const foreignReceived: unknown[] = []
    near.socket.on('changed', (message) => void received.push({ ...message }))
    near.socket.on('device', (message) => void received.push({ ...message }))
    theirs.socket.on('changed', (message) => void foreignReceived.push(message))
    const rooms = [`company:${acme.companyId}`, `user:${user.id}`, `device:${machine.deviceId}`]
    for (const room of rooms) expect([room, await near.join(room)]).toEqual([room, 'joined'])
    for (const room of rooms) expect([room, await theirs.join(room)]).toEqual([room, 'refused'])
    expect(await theirs.join(`company:${globex.companyId}`)).toBe('joined')
    await t.ask(createOrgUnit, { token, body: { name: 'a new hall', parent_id: acme.rootOrgUnitId } })
    const key = await t.ask(rotateDeviceKey, { token, params: { id: machine.deviceId }, body: { overlap_s: 3600 } })
    expect(key.device_key).not.toBe(machine.key)
    await t.ask(updateUser, { token, params: { id: user.id }, body: { theme: 'light' } })
    await machine.send([cycle()])
    await millwatch(t, 'notify', '--title', 'News', '--detail', 'x', '--company', String(acme.companyId))
    const [company, self, device] = rooms
    const root = acme.rootOrgUnitId
    const nothing = { equipment_ids: [], org_unit_ids: [] }
    const expected = [
      { room: company, fact: 'tree.changed', equipment_ids: [], org_unit_ids: [expect.any(Number), root], id: null },
      { room: company, fact: 'notification.published', ...nothing, id: expect.any(Number) },
      { room: company, fact: 'device.changed', ...nothing, equipment_ids: [machine.id], id: machine.deviceId },
      { room: self, fact: 'member.changed', ...nothing, id: user.id },
      {
        room: device,
        device_id: machine.deviceId,
        equipment_id: machine.id,
        last_contact_at: expect.any(String),
        latest_ip: '127.0.0.1',
      },
    ]
    await vi.waitFor(() => expect(received).toEqual(expect.arrayContaining(expected)), soon)
    expect(foreignReceived).toEqual([])
  })

  test('get what another server received', async () => {
    const second = await injectApp({ db: { ...t.db, database: t.db.open() } })
    const near = await browser()
    await near.join(`e:${machine.id}`)
    const envelope = { batch_id: 'told elsewhere', sent_at: Date.now(), events: [cycle()] }
    const headers = { authorization: machine.authorization }
    expect((await second.call('POST', '/v0/ingest', { headers, body: envelope })).status).toBe(200)
    await vi.waitFor(() => expect(near.messages.map((sent) => sent.event)).toContain('cycle'), soon)
    await second.close()
  })

  test('get a request to read again when the server may have missed something', async () => {
    const near = await browser()
    await near.join(`e:${machine.id}`)
    let resyncs = 0
    near.socket.on('resync', () => void resyncs++)
    const { rowCount } = await t.db.owner.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    expect(rowCount).toBeGreaterThan(0)
    await vi.waitFor(() => expect(resyncs).toBe(1), soon)
    await machine.send([cycle()])
    await vi.waitFor(() => expect(near.messages.map((sent) => sent.event)).toContain('cycle'), soon)
  })

  test('get nothing of another company, even under the same number', async () => {
    const near = await browser()
    await near.join(`e:${machine.id}`)
    const say = (companyId: number, p: number) =>
      t.db.owner.query('select pg_notify($1, $2)', [
        FACTS_CHANNEL,
        encodeFacts(companyId, [{ kind: 'machine.advanced', machines: [[machine.id, { p }]] }])[0],
      ])
    await say(globex.companyId, 1)
    await say(acme.companyId, 2)
    await vi.waitFor(() => expect(near.messages.length).toBe(1), soon)
    expect(near.messages[0]?.message.last_ping_at).toBe(new Date(2).toISOString())
  })
})

describe('a connection ends within five seconds', () => {
  test('of the session it stands for', async () => {
    const ownToken = await t.signIn(acme.emailOf('superuser'))
    const leaving = await browser({ auth: { token: ownToken } })
    await t.ask(endSession, { token: ownToken })
    await disconnected(leaving.socket)
  })

  test.each([
    ['that expires', `update session set expires_at = 1 where session_id = (select max(session_id) from session)`],
    [
      'of a changed role',
      `update membership set role = 'user' where user_id = (select user_id from session order by session_id desc limit 1)`,
    ],
    [
      'of somebody removed',
      `delete from membership where user_id = (select user_id from session order by session_id desc limit 1)`,
    ],
  ])('%s', async (_what, change) => {
    const ownToken = await t.signIn(globex.emailOf('admin'))
    const leaving = await browser({ auth: { token: ownToken } })
    await t.db.owner.query(change)
    await disconnected(leaving.socket)
    await t.db.owner.query(
      `insert into membership select company_id, user_id, 'admin', 0 from session order by session_id desc limit 1
       on conflict (company_id, user_id) do update set role = 'admin'`,
    )
  })

  test('that says more than fifty things a second, asks for more than two hundred rooms, or sends too much', async () => {
    const loud = await browser()
    // Even if a second of the server ends in between, more than fifty are left for one of both.
    for (let i = 0; i < 110; i++) loud.socket.emit('leave', { room: 'x' })
    await disconnected(loud.socket)
    const greedy = await browser()
    let joined = 0
    greedy.socket.on('joined', () => void joined++)
    for (let i = 0; i < 201; i++) {
      if (i % 40 === 39) {
        // The server may read late: the next burst goes more than a second after it answered all of the last.
        await vi.waitFor(() => expect(joined).toBe(i), soon)
        const answeredAt = performance.now()
        await vi.waitFor(() => expect(performance.now()).toBeGreaterThan(answeredAt + 1500), soon)
      }
      expect(greedy.socket.connected).toBe(true)
      greedy.socket.emit('join', { room: `e:${machine.id}` })
    }
    await disconnected(greedy.socket)
    const big = await browser()
    big.socket.emit('join', { room: 'x'.repeat(65 * 1024) })
    await disconnected(big.socket)
    expect(await refusal({})).toBe('let in')
  })
})
