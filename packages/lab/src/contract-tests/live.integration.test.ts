import { once } from 'node:events'
import type { Fact } from '@millwatch/domain/facts'
import { encodeFacts, FACTS_CHANNEL } from '@millwatch/server/platform/outbox/facts-channel'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type LiveClient, openLive } from '../app/live-client.ts'
import type { Ground, Principal } from './principals.ts'
import { openStage, type Stage } from './stage.ts'

const roomKinds = ['company', 'admins', 'o', 'e', 'device', 'user', 'job'] as const
type RoomKind = (typeof roomKinds)[number]

let stage: Stage
let url: string
/** Rooms that every principal asks to join: those of the first company's things. */
let rooms: Record<RoomKind, string>
const cells = { join: 0, receive: 0 }

beforeAll(async () => {
  stage = await openStage()
  url = `http://127.0.0.1:${(await stage.t.app.listen()).http}`
  rooms = roomsOf(stage.firstCompany)
}, 240_000)
const open: LiveClient[] = []
afterEach(() => {
  for (const client of open.splice(0)) client.close()
})
afterAll(async () => {
  await stage.t.close()
})

const roomsOf = ({ companyId, things, people }: Ground): Record<RoomKind, string> => ({
  company: `company:${companyId}`,
  admins: `admins:${companyId}`,
  o: `o:${things.org_unit}`,
  e: `e:${things.equipment}`,
  device: `device:${things.device}`,
  user: `user:${people.user.userId}`,
  job: `job:${things.job}`,
})

/** The expected rule: members may join their company's rooms and their own user room; a display the rooms of its page. */
function mayJoin(principal: Principal, kind: RoomKind): boolean {
  if (principal.of !== 'own' || principal.isHeldUp) return false
  if (principal.stands === 'display') return kind === 'o' || kind === 'e'
  if (principal.stands !== 'person') return false
  if (kind === 'admins') return principal.role !== 'user'
  return kind !== 'user' || principal.person?.userId === stage.firstCompany.people.user.userId
}
const mayConnect = ({ stands, isHeldUp }: Principal) => (stands === 'person' || stands === 'display') && !isHeldUp

/** Publishes one change in each room, as a running server does. */
async function happen(): Promise<void> {
  const { t, firstCompany } = stage
  const { companyId, things, people } = firstCompany
  const machine = Number(things.equipment)
  const facts: Fact[] = [
    { kind: 'machine.advanced', machines: [[machine, { p: t.clock.now() }]] },
    { kind: 'job.started', jobId: Number(things.job) },
    { kind: 'tree.changed', equipmentIds: [machine], orgUnitIds: [Number(things.org_unit)] },
    { kind: 'member.changed', userId: people.user.userId },
    { kind: 'kiosk.changed', kioskId: 1 },
  ]
  for (const payload of encodeFacts(companyId, facts))
    await t.db.owner.query('select pg_notify($1, $2)', [FACTS_CHANNEL, payload])
  await t.db.owner.query(
    `insert into device_tally (company_id, device_id, last_contact_at) values ($1, $2, $3)
     on conflict (company_id, device_id) do update set last_contact_at = excluded.last_contact_at`,
    [companyId, things.device, t.clock.now()],
  )
}

test('Every principal joins and receives the rooms that the rules allow, and no others', async () => {
  const listeners: { principal: Principal; client: LiveClient; joined: Set<RoomKind> }[] = []
  for (const principal of stage.principals) {
    const client = await openLive(url, { extraHeaders: principal.headers })
    expect([principal.name, client !== null]).toEqual([principal.name, mayConnect(principal)])
    const joined = new Set<RoomKind>()
    if (client) {
      open.push(client)
      listeners.push({ principal, client, joined })
    }
    for (const kind of roomKinds) {
      const answer = client === null ? 'refused' : await client.join(rooms[kind])
      if (answer === 'joined') joined.add(kind)
      expect([principal.name, kind, answer]).toEqual([
        principal.name,
        kind,
        mayJoin(principal, kind) ? 'joined' : 'refused',
      ])
      cells.join++
    }
  }
  const since = performance.now()
  await happen()
  for (const { principal, client, joined } of listeners) {
    await vi.waitFor(
      () => {
        for (const kind of joined)
          expect([principal.name, kind, client.messagesOf(rooms[kind], since).length > 0]).toEqual([
            principal.name,
            kind,
            true,
          ])
      },
      { timeout: 20_000, interval: 20 },
    )
  }
  // A client receives earlier messages before the answer to its own request, so after this answer all have arrived.
  for (const { client } of listeners) await client.leave('e:1')
  for (const principal of stage.principals) {
    const { name } = principal
    const found = listeners.find((listener) => listener.principal === principal)
    for (const kind of roomKinds) {
      const received = found?.client.messagesOf(rooms[kind]).length ?? 0
      expect([name, kind, received > 0]).toEqual([name, kind, found?.joined.has(kind) ?? false])
      cells.receive++
    }
    const strange =
      found?.client.messages.filter(({ message }) => !Object.values(rooms).includes(String(message.room))) ?? []
    expect([name, strange]).toEqual([name, []])
  }
  expect(cells).toEqual({ join: stage.principals.length * 7, receive: stage.principals.length * 7 })
  expect(cells.join + cells.receive).toBeGreaterThanOrEqual(224)
})

describe('Rooms', () => {
  const strange = (foreign: Record<RoomKind, string>) => [
    ...Object.values(foreign),
    ...roomKinds.map((kind) => `${kind}:999999999`),
    ...[
      '',
      ' ',
      'e',
      'e:',
      'e:0',
      'e:-1',
      'e:1.5',
      'e:01',
      'e:1e3',
      'E:1',
      'e:٣',
      'x:1',
      'e:1:2',
      'e:__proto__',
      '__proto__',
    ],
    ...['#', '*', 'e:*', 'e:%', 'e:{id}', 'c1:e:1', 'user:me', 'company:', `e:${'9'.repeat(40)}`, 'e:1\u0000', 'e:1\n'],
  ]
  test('of other companies, unknown or malformed are refused alike, and send no messages', async () => {
    const theirs = roomsOf(stage.otherCompany)
    const client = await openLive(url, { auth: { token: stage.firstCompany.people.superuser.token } })
    if (client === null) throw new Error('Nobody was let in')
    open.push(client)
    for (const room of strange(theirs)) expect([room, await client.join(room)]).toEqual([room, 'refused'])
    const watching = await openLive(url, { auth: { token: stage.otherCompany.people.user.token } })
    if (watching) open.push(watching)
    for (const kind of ['company', 'o', 'e', 'device'] as const) await watching?.join(theirs[kind])
    expect(client.messages).toEqual([])
  })

  test('that were left are left: nothing more comes, and the server keeps none', async () => {
    const client = await openLive(url, { auth: { token: stage.firstCompany.people.admin.token } })
    if (client === null) throw new Error('Nobody was let in')
    open.push(client)
    for (const kind of ['company', 'o', 'e', 'device', 'job'] as const) {
      expect(await client.join(rooms[kind])).toBe('joined')
      expect(await client.leave(rooms[kind])).toBe('left')
    }
    const since = performance.now()
    await happen()
    const other = await openLive(url, { auth: { token: stage.firstCompany.people.admin.token } })
    if (other === null) throw new Error('Nobody was let in')
    open.push(other)
    await other.join(rooms.e)
    await happen()
    await vi.waitFor(() => expect(other.messagesOf(rooms.e).length).toBeGreaterThan(0), { timeout: 20_000 })
    await client.leave('e:1')
    expect(client.messages.filter(({ at }) => at >= since)).toEqual([])
  })

  test('are not restored on a new connection: the client must join again', async () => {
    const first = await openLive(url, { auth: { token: stage.firstCompany.people.admin.token } })
    if (first === null) throw new Error('Nobody was let in')
    await first.join(rooms.e)
    const { id } = first.socket
    first.socket.io.engine.close()
    const again = await openLive(url, { auth: { token: stage.firstCompany.people.admin.token, pid: id, offset: '0' } })
    if (again === null) throw new Error('Nobody was let in')
    open.push(again)
    expect([again.socket.recovered ?? false, again.socket.id === id]).toEqual([false, false])
    await happen()
    await again.leave('e:1')
    expect(again.messages).toEqual([])
  })
})

test('A storm of joining and leaving leaves nothing behind, and the server stands', async () => {
  const tokens = Object.values(stage.firstCompany.people).map(({ token }) => token)
  const clients = await Promise.all(
    Array.from({ length: 24 }, (_, i) => openLive(url, { auth: { token: tokens[i % 3] } })),
  )
  const found = clients.filter((client) => client !== null)
  expect(found).toHaveLength(24)
  for (let round = 0; round < 10; round++) {
    await Promise.all(
      found.map((client, i) => {
        const room = rooms[roomKinds[(round + i) % 3] ?? 'e']
        return (round + i) % 2 ? client.join(room) : client.leave(room)
      }),
    )
    await happen()
  }
  const ended = found.map((client) => once(client.socket as unknown as NodeJS.EventEmitter, 'disconnect'))
  for (const client of found) client.close()
  await Promise.all(ended)
  const after = await openLive(url, { auth: { token: tokens[0] ?? '' } })
  expect(await after?.join(rooms.e)).toBe('joined')
  after?.close()
})
