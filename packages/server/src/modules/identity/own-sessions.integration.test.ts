import { listSessions, renewSession } from '@millwatch/contract/http/identity'
import { DAY_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, type InjectApp, injectApp, password } from '@millwatch/lab/app/inject-app'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { createUser } from './people.ts'

const clock = manualClock(Date.parse('2026-11-02T09:00:00Z'))
const { t, company: acme } = await appWithCompany({ clock })
let other: InjectApp
let second: typeof acme

beforeAll(async () => {
  other = await injectApp({ db: t.db, clock })
  second = await companyWithPeople(t, 'second')
  const both = { email: 'both@acme.example', firstName: 'B', lastName: 'Oth', password, mustChangePassword: false }
  const deps = { database: t.db.database, clock }
  await createUser(deps, { ...both, companyId: acme.companyId, role: 'user' })
  clock.advance(1)
  await createUser(deps, { ...both, companyId: second.companyId, role: 'user' })
})
afterAll(async () => {
  await other.close()
})
beforeEach(() => clock.advance(3_600_000))

const whoIs = async (token: string, by = t) => (await by.call('GET', '/v0/user', { token })).status
const sessionsOf = async (token: string) => (await t.ask(listSessions, { token })).sessions

/** The password, asked once more. */
const again = { current_password: password }

describe('own sessions', () => {
  test('end only by the password, asked again and guessed no faster than at a sign-in; a stolen session is no password', async () => {
    const email = acme.emailOf('admin')
    const [mine, there] = [await t.signIn(email), await t.signIn(email)]
    const [listed] = (await sessionsOf(there)).filter((session) => session.is_current)
    for (const path of ['/v0/sessions', `/v0/sessions/${listed?.id}`]) {
      const wrong = await t.call('DELETE', path, { token: mine, body: { current_password: 'not it' } })
      expect([wrong.status, wrong.json]).toMatchObject([400, { code: 'current_password_wrong' }])
      expect((await t.call('DELETE', path, { token: mine })).status).toBe(400)
    }
    expect(await whoIs(there)).toBe(200)
    const guess = () => t.call('DELETE', '/v0/sessions', { token: mine, body: { current_password: 'not it' } })
    for (let i = 0; i < 8; i++) expect((await guess()).status).toBe(400)
    expect((await guess()).status).toBe(429)
    clock.advance(60 * 60_000)
    expect((await t.call('DELETE', '/v0/sessions', { token: mine, body: again })).status).toBe(200)
    expect(await whoIs(there)).toBe(401)
  })

  test('are listed with when, from where and for which company, the one used last first', async () => {
    const first = await t.signIn('both@acme.example', acme.companyId)
    clock.advance(60_000)
    const headers = { 'user-agent': `Browser of a test ${'x'.repeat(400)}` }
    const body = { username: 'both@acme.example', password, company_id: second.companyId }
    const answer = await t.call('POST', '/v0/sessions', { body, headers })
    const { token } = answer.json as { token: string }
    const listed = await sessionsOf(token)
    expect(listed).toHaveLength(2)
    expect(listed[0]).toEqual({
      id: expect.any(Number),
      created_at: new Date(clock.now()).toISOString(),
      last_used_at: new Date(clock.now()).toISOString(),
      expires_at: new Date(clock.now() + 7 * DAY_MS).toISOString(),
      ip: '127.0.0.1',
      user_agent: headers['user-agent'].slice(0, 300),
      company_name: 'second',
      is_current: true,
    })
    expect(listed[1]).toMatchObject({ company_name: 'acme', is_current: false })
    clock.advance(6 * 60_000)
    expect((await sessionsOf(first)).map((session) => session.company_name)).toEqual(['acme', 'second'])
  })

  test('end one by one, on other servers within a second, and leave an entry', async () => {
    const here = await t.signIn(acme.emailOf('user'))
    const there = await t.signIn(acme.emailOf('user'))
    expect(await whoIs(there, other)).toBe(200)
    const [listed] = (await sessionsOf(there)).filter((session) => session.is_current)
    expect((await t.call('DELETE', `/v0/sessions/${listed?.id}`, { token: here, body: again })).status).toBe(200)
    expect(await whoIs(there)).toBe(401)
    clock.advance(1000)
    expect(await whoIs(there, other)).toBe(401)
    expect(await whoIs(here)).toBe(200)
    // It is ended already, so it is not found.
    expect((await t.call('DELETE', `/v0/sessions/${listed?.id}`, { token: here, body: again })).status).toBe(404)
    const { rows } = await t.db.owner.query(
      'select operation, subject from audit_entry order by audit_entry_id desc limit 1',
    )
    expect(rows[0]).toEqual({ operation: 'session.end_one', subject: `session/${listed?.id}` })
  })

  test('of others, in the same company or another, do not exist', async () => {
    const mine = await t.signIn(acme.emailOf('superuser'))
    for (const [email, companyId] of [
      [acme.emailOf('user'), acme.companyId],
      [second.emailOf('user'), second.companyId],
    ] as const) {
      const theirs = await t.signIn(email, companyId)
      const [listed] = await sessionsOf(theirs)
      const foreign = await t.call('DELETE', `/v0/sessions/${listed?.id}`, { token: mine, body: again })
      const absent = await t.call('DELETE', '/v0/sessions/999999999', { token: mine, body: again })
      const strip = (text: string) => text.replace(/"request_id":"[^"]*"/, '')
      expect([foreign.status, strip(foreign.text)]).toEqual([absent.status, strip(absent.text)])
      expect(foreign.status).toBe(404)
      expect(await whoIs(theirs)).toBe(200)
    }
  })

  test('end all but the one that asks', async () => {
    const mine = await t.signIn('both@acme.example', acme.companyId)
    const others = [
      await t.signIn('both@acme.example', acme.companyId),
      await t.signIn('both@acme.example', second.companyId),
    ]
    const colleague = await t.signIn(acme.emailOf('user'))
    const answer = await t.call('DELETE', '/v0/sessions', { token: mine, body: again })
    expect(answer.json).toMatchObject({ ended: expect.any(Number) })
    for (const token of others) expect(await whoIs(token)).toBe(401)
    expect(await whoIs(mine)).toBe(200)
    expect(await whoIs(colleague)).toBe(200)
    expect(await sessionsOf(mine)).toHaveLength(1)
  })
})

describe('a session that is renewed', () => {
  test('lasts seven days more, and thirty in all', async () => {
    const token = await t.signIn(acme.emailOf('user'))
    const startedAt = clock.now()
    for (let i = 1; i <= 5; i++) {
      clock.set(startedAt + i * 6 * DAY_MS - 1)
      const answer = await t.ask(renewSession, { token, body: { token } })
      const until = Math.min(clock.now() + 7 * DAY_MS, startedAt + 30 * DAY_MS)
      expect(answer).toEqual({ status: 'success', token, expires_at: new Date(until).toISOString() })
    }
    clock.set(startedAt + 30 * DAY_MS)
    expect(await whoIs(token)).toBe(401)
    expect((await t.call('POST', '/v0/reauth', { token, body: {} })).status).toBe(401)
  })

  test('is the one that asks, whatever token is sent along', async () => {
    const token = await t.signIn(acme.emailOf('user'))
    const another = await t.signIn(acme.emailOf('admin'))
    expect((await t.call('POST', '/v0/reauth', { token, body: { token: another } })).status).toBe(401)
    expect((await t.call('POST', '/v0/reauth', { body: { token } })).status).toBe(401)
  })

  test('stays where scripts cannot read it', async () => {
    const body = { username: acme.emailOf('user'), password, cookie: true }
    const headers = { host: 'localhost:8080', origin: 'http://localhost:8080' }
    const entered = await t.call('POST', '/v0/sessions', { body, headers })
    const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
    const renewed = await t.call('POST', '/v0/reauth', { headers: { ...headers, cookie }, body: {} })
    expect(renewed.status).toBe(200)
    expect(renewed.json).not.toHaveProperty('token')
    expect(String(renewed.headers['set-cookie']).split(';')[0]).toBe(cookie)
  })
})

test('what takes a company away ends its sessions, and what is asked for another goes on', async () => {
  const inAcme = await t.signIn('both@acme.example', acme.companyId)
  const inSecond = await t.signIn('both@acme.example', second.companyId)
  await t.db.owner.query('update company set suspended_at = 1 where company_id = $1', [second.companyId])
  clock.advance(1000)
  expect(await whoIs(inSecond)).toBe(401)
  expect(await whoIs(inAcme)).toBe(200)
  const body = { username: second.emailOf('user'), password }
  expect((await t.call('POST', '/v0/sessions', { body })).json).toMatchObject({ code: 'invalid_login' })
  // Only one of two companies is left, so there is nothing to choose.
  const answer = await t.call('POST', '/v0/sessions', { body: { username: 'both@acme.example', password } })
  expect(answer.json).toMatchObject({ user: { company_name: 'acme' } })
  await t.db.owner.query('update company set suspended_at = null where company_id = $1', [second.companyId])
})
