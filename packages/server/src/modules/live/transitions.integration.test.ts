import { randomBytes, randomUUID } from 'node:crypto'
import { updateSignIn } from '@millwatch/contract/http/company'
import { reassignDevice } from '@millwatch/contract/http/devices'
import { endOtherSessions, endSession } from '@millwatch/contract/http/identity'
import { changePassword } from '@millwatch/contract/http/identity-password'
import { deleteUser, endSessionsOfUser, updateUser } from '@millwatch/contract/http/members'
import { archiveEquipment, createOrgUnit, removeEquipment, updateEquipment } from '@millwatch/contract/http/tree'
import type { Role } from '@millwatch/domain/identity'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, machineWithDevice, password } from '@millwatch/lab/app/inject-app'
import { type LiveClient, openLive, type ReceivedMessage } from '@millwatch/lab/app/live-client'
import { startServer } from '@millwatch/lab/app/server-process'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { forgetPreviousKeys, rotateSigningKey } from '../../platform/installation/store-directory.ts'
import { encodeFacts, FACTS_CHANNEL } from '../../platform/outbox/facts-channel.ts'
import { createUser, hashSecret } from '../identity/index.ts'

/** Two servers in separate processes: a change made on the first must take effect on the second. */
const { t, company: acme } = await appWithCompany()
const second = await startServer({ url: t.db.url })
const urls = [(await t.listen()).httpUrl, second.url]
const globex = await companyWithPeople(t, 'globex')
const superuser = await t.signIn(acme.emailOf('superuser'))
const open: LiveClient[] = []
/** Machines that get an event ten times a second. */
const spoken = new Map<number, number>()
const metronome = setInterval(() => {
  for (const [id, companyId] of spoken) {
    const [payload] = encodeFacts(companyId, [{ kind: 'machine.advanced', machines: [[id, { p: Date.now() }]] }])
    t.db.owner.query('select pg_notify($1, $2)', [FACTS_CHANNEL, payload]).catch(() => undefined)
  }
}, 100)
afterAll(async () => {
  clearInterval(metronome)
  for (const client of open) client.close()
  await second.stop()
})

interface Person {
  readonly userId: number
  readonly email: string
  readonly token: string
}

async function person(role: Role, companyId = acme.companyId): Promise<Person> {
  const email = `${randomUUID()}@acme.example`
  const named = { firstName: 'Some', lastName: 'Body', mustChangePassword: false }
  const { userId } = await createUser(
    { database: t.db.database, clock: t.clock },
    {
      companyId,
      email,
      password,
      role,
      ...named,
    },
  )
  return { userId, email, token: await t.signIn(email, companyId) }
}

async function machine(unitId = acme.rootOrgUnitId) {
  const made = await machineWithDevice(t, superuser, unitId)
  spoken.set(made.id, acme.companyId)
  return made
}
const unit = async (name: string) =>
  (await t.ask(createOrgUnit, { token: superuser, body: { name, parent_id: acme.rootOrgUnitId } })).orgUnit.id

/** Creates a display of a unit, with a session. */
async function display(orgUnitId: number): Promise<{ kioskId: number; token: string }> {
  const { rows } = await t.db.owner.query<{ id: number }>(
    `insert into kiosk (company_id, name, page, org_unit_id, may_give_reasons, may_count_scrap, created_at)
     values ($1, 'wall', 'unit', $2, false, false, 0) returning kiosk_id::int as id`,
    [acme.companyId, orgUnitId],
  )
  const kioskId = rows[0]?.id ?? 0
  const token = randomBytes(32).toString('base64url')
  await t.db.owner.query(
    `insert into session (token_hash, kiosk_id, company_id, created_at, last_used_at, expires_at) values ($1, $2, $3, $4, $4, $5)`,
    [hashSecret(t.app.signingKey, token), kioskId, acme.companyId, Date.now(), Date.now() + 86_400_000],
  )
  return { kioskId, token }
}

/** Opens one connection to each server, joins the room, and sends an event that is published there. */
async function listening(token: string, room: string): Promise<LiveClient[]> {
  const clients = await Promise.all(urls.map((url) => openLive(url, { auth: { token } })))
  const found = clients.filter((client) => client !== null)
  open.push(...found)
  expect(found).toHaveLength(2)
  for (const client of found) expect(await client.join(room)).toBe('joined')
  await vi.waitFor(() => {
    for (const client of found) expect(client.messagesOf(room).length).toBeGreaterThan(0)
  }, soon)
  return found
}
const soon = { timeout: 20_000, interval: 20 }
const QUIET_MS = 1200

/**
 * Waits until nothing is received any more. On every server, the last message received was sent within five seconds of the
 * change; one that was sent before that may be on its way for longer, beside a load.
 */
async function flowEnds(
  clients: readonly LiveClient[],
  receivedBy: (client: LiveClient) => ReceivedMessage[],
  change: () => Promise<unknown>,
  withinMs = 5000,
) {
  await change()
  const changedAt = performance.now()
  const changedAtMs = Date.now()
  const lastAt = (client: LiveClient) => Math.max(changedAt, ...receivedBy(client).map(({ at }) => at))
  await vi.waitFor(
    () => {
      for (const client of clients) expect(performance.now() - lastAt(client)).toBeGreaterThan(QUIET_MS)
    },
    { timeout: 20_000, interval: 50 },
  )
  for (const client of clients) {
    const sentAts = receivedBy(client).map(({ message, at }) => sentAtOf(message) ?? performance.timeOrigin + at)
    expect(Math.max(...sentAts) - changedAtMs).toBeLessThan(withinMs)
  }
}
/** Returns the time (epoch ms) at which the metronome sent a message; undefined for a message of something else. */
const sentAtOf = ({ last_ping_at: at }: ReceivedMessage['message']): number | undefined =>
  typeof at === 'string' ? Date.parse(at) : undefined
/** Time within which a change of the rights of a person takes effect. */
const PERSON_MS = 1000

const ofRoom = (room: string) => (client: LiveClient) => client.messagesOf(room)

/** Concurrent, since most of the time is waiting for silence. */
describe.concurrent('Within a second, on every server process, a person receives nothing more', () => {
  test('1 after signing out', async () => {
    const { id } = await machine()
    const { token } = await person('admin')
    const clients = await listening(token, `e:${id}`)
    await flowEnds(clients, ofRoom(`e:${id}`), () => t.ask(endSession, { token }), PERSON_MS)
    for (const client of clients) expect(client.socket.connected).toBe(false)
  })

  test('2 after the session expired', async () => {
    const { id } = await machine()
    const { userId, token } = await person('admin')
    const clients = await listening(token, `e:${id}`)
    const expire = () => t.db.owner.query('update session set expires_at = $2 where user_id = $1', [userId, Date.now()])
    await flowEnds(clients, ofRoom(`e:${id}`), expire, PERSON_MS)
  })

  test('3 after the password was changed elsewhere', async () => {
    const { id } = await machine()
    const { email, token } = await person('user')
    const clients = await listening(token, `e:${id}`)
    const elsewhere = await t.signIn(email)
    const body = { current_password: password, password: `${password}, another` }
    await flowEnds(clients, ofRoom(`e:${id}`), () => t.ask(changePassword, { token: elsewhere, body }), PERSON_MS)
  })

  test('3a after the person ended the session from another one', async () => {
    const { id } = await machine()
    const { email, token } = await person('user')
    const clients = await listening(token, `e:${id}`)
    const elsewhere = await t.signIn(email)
    const end = () => t.ask(endOtherSessions, { token: elsewhere, body: { current_password: password } })
    await flowEnds(clients, ofRoom(`e:${id}`), end, PERSON_MS)
    for (const client of clients) expect(client.socket.connected).toBe(false)
  })

  test('3b after a superuser ended the sessions of the person', async () => {
    const { id } = await machine()
    const { userId, token } = await person('admin')
    const clients = await listening(token, `e:${id}`)
    const end = () => t.ask(endSessionsOfUser, { token: superuser, params: { id: userId } })
    await flowEnds(clients, ofRoom(`e:${id}`), end, PERSON_MS)
    for (const client of clients) expect(client.socket.connected).toBe(false)
  })

  test('4 after the person was removed', async () => {
    const { id } = await machine()
    const { userId, token } = await person('user')
    const clients = await listening(token, `e:${id}`)
    const remove = () => t.ask(deleteUser, { token: superuser, params: { id: userId } })
    await flowEnds(clients, ofRoom(`e:${id}`), remove, PERSON_MS)
  })

  test('5 by what a role let in that was taken away; who comes again is what they are now', async () => {
    const { id } = await machine()
    const { userId, token } = await person('admin')
    const clients = await listening(token, `e:${id}`)
    const demote = () => t.ask(updateUser, { token: superuser, params: { id: userId }, body: { is_admin: false } })
    await flowEnds(clients, ofRoom(`e:${id}`), demote, PERSON_MS)
    await listening(token, `e:${id}`)
  })

  test('5a of a company that begins to require a second factor, by its admins; others go on', async () => {
    const strict = await companyWithPeople(t, randomUUID())
    const [boss, admin, user] = await Promise.all(
      (['superuser', 'admin', 'user'] as const).map((role) => t.signIn(strict.emailOf(role))),
    )
    const { id } = await machineWithDevice(t, boss ?? '', strict.rootOrgUnitId)
    spoken.set(id, strict.companyId)
    const ofAdmins = await listening(admin ?? '', `e:${id}`)
    const ofOthers = await listening(user ?? '', `e:${id}`)
    const requireFactor = () => t.ask(updateSignIn, { token: boss ?? '', body: { second_factor_required: true } })
    await flowEnds(ofAdmins, ofRoom(`e:${id}`), requireFactor, PERSON_MS)
    for (const client of ofAdmins) expect(client.socket.connected).toBe(false)
    for (const client of ofOthers) expect(client.socket.connected).toBe(true)
    expect(await openLive(urls[1] ?? '', { auth: { token: admin } })).toBeNull()
  })

  test('5b of whoever must first change the password again', async () => {
    const { id } = await machine()
    const { userId, token } = await person('user')
    const clients = await listening(token, `e:${id}`)
    const requireFactor = () =>
      t.db.owner.query('update app_user set must_change_password = true where user_id = $1', [userId])
    await flowEnds(clients, ofRoom(`e:${id}`), requireFactor, PERSON_MS)
    for (const client of clients) expect(client.socket.connected).toBe(false)
  })

  test('6 of a company that was left for another', async () => {
    const { id } = await machine()
    const { userId, email, token } = await person('admin')
    await t.db.owner.query(
      `insert into membership (company_id, user_id, role, created_at) values ($1, $2, 'user', 0)`,
      [globex.companyId, userId],
    )
    const clients = await listening(token, `e:${id}`)
    let other = ''
    const leave = async () => {
      other = await t.signIn(email, globex.companyId)
      await t.ask(endSession, { token })
    }
    await flowEnds(clients, ofRoom(`e:${id}`), leave)
    const client = await openLive(urls[1] ?? '', { auth: { token: other } })
    if (client) open.push(client)
    expect(await client?.join(`e:${id}`)).toBe('refused')
  })
})

/** Concurrent, since most of the time is waiting for silence. */
describe.concurrent('Within five seconds, on every server process, nothing more is received', () => {
  test('7 of a machine that was moved, in the room of its unit and on the display of it', async () => {
    const [here, there] = [await unit('here'), await unit('there')]
    const { id } = await machine(here)
    const people = await listening(superuser, `o:${here}`)
    const displays = await listening((await display(here)).token, `e:${id}`)
    const move = () => t.ask(updateEquipment, { token: superuser, params: { id }, body: { parent_org_unit_id: there } })
    await flowEnds(
      [...people, ...displays],
      (client) => client.messages.filter((sent) => sent.message.equipment_id === id),
      move,
    )
    for (const client of displays) expect(await client.join(`e:${id}`)).toBe('refused')
    await listening(superuser, `o:${there}`)
  })

  test('8 of a machine that was archived', async () => {
    const { id } = await machine()
    const ofMachine = await listening(superuser, `e:${id}`)
    const ofUnit = await listening(superuser, `o:${acme.rootOrgUnitId}`)
    const archive = () => t.ask(archiveEquipment, { token: superuser, params: { id }, body: { archived: true } })
    const about = (client: LiveClient) => client.messages.filter((sent) => sent.message.equipment_id === id)
    await flowEnds([...ofMachine, ...ofUnit], about, archive)
    for (const client of ofMachine) expect(await client.join(`e:${id}`)).toBe('refused')
  })

  test('9 of a machine that was removed', async () => {
    const { id } = await machine()
    const clients = await listening(superuser, `e:${id}`)
    await flowEnds(clients, ofRoom(`e:${id}`), () => t.ask(removeEquipment, { token: superuser, params: { id } }))
    for (const client of clients) expect(await client.join(`e:${id}`)).toBe('refused')
  })

  test('10 of a device at the machine it was moved from', async () => {
    const [from, to] = [await machine(), await machine()]
    spoken.delete(from.id)
    spoken.delete(to.id)
    let isOver = false
    const speaking = (async () => {
      while (!isOver) await from.send([{ t: Date.now(), type: 'ping' }])
    })()
    const clients = await listening(superuser, `e:${from.id}`)
    const move = () =>
      t.ask(reassignDevice, {
        token: superuser,
        params: { id: from.deviceId },
        body: { equipId: to.id, primary: true },
      })
    await flowEnds(clients, (client) => client.messagesOf(`e:${from.id}`).filter((sent) => sent.event === 'comm'), move)
    for (const client of clients) expect(await client.join(`e:${to.id}`)).toBe('joined')
    await vi.waitFor(() => {
      for (const client of clients) expect(client.messagesOf(`e:${to.id}`).length).toBeGreaterThan(0)
    }, soon)
    isOver = true
    await speaking
  })

  test('on a display that was revoked', async () => {
    const here = await unit('of a display')
    const { id } = await machine(here)
    const { kioskId, token } = await display(here)
    const clients = await listening(token, `e:${id}`)
    await flowEnds(clients, ofRoom(`e:${id}`), () =>
      t.db.owner.query('update kiosk set revoked_at = 1 where kiosk_id = $1', [kioskId]),
    )
  })

  // 11, a removed subscription: subscriptions are to notices of alarms, which no socket carries (`modules/notices`).
})

/** These change what the other tests need. */
describe('Within five seconds nothing more is received either', () => {
  test('of a company that was suspended, by anybody of it', async () => {
    const admin = await t.signIn(globex.emailOf('admin'))
    const { id } = await machineWithDevice(t, admin, globex.rootOrgUnitId)
    spoken.set(id, globex.companyId)
    const clients = await listening(admin, `e:${id}`)
    await flowEnds(clients, ofRoom(`e:${id}`), () =>
      t.db.owner.query('update company set suspended_at = 1 where company_id = $1', [globex.companyId]),
    )
    expect(await openLive(urls[1] ?? '', { auth: { token: admin } })).toBeNull()
  })

  test('12 by the secret of the server that was rotated, once it is forgotten', async () => {
    const { id } = await machine()
    const clients = await listening(superuser, `e:${id}`)
    await rotateSigningKey(t.db.database, Date.now())
    const rotatedAt = performance.now()
    const received = (client: LiveClient) => client.messagesOf(`e:${id}`, rotatedAt + 3000).length
    await vi.waitFor(() => {
      for (const client of clients) expect(received(client)).toBeGreaterThan(0)
    }, soon)
    await flowEnds(clients, ofRoom(`e:${id}`), () => forgetPreviousKeys(t.db.database))
    expect(await openLive(urls[0] ?? '', { auth: { token: superuser } })).toBeNull()
    for (const client of clients) expect(client.socket.connected).toBe(false)
  })
})
