import { createSession, endSession, getUser } from '@millwatch/contract/http/identity'
import { DAY_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, injectApp, password } from '@millwatch/lab/app/inject-app'
import { testDatabase } from '@millwatch/lab/database/database'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { createUser } from './people.ts'
import { SessionCache } from './session-cache.ts'

const clock = manualClock(Date.parse('2026-11-02T09:00:00Z'))
const { t, company: acme } = await appWithCompany({ clock })
let second: typeof acme

beforeAll(async () => {
  second = await companyWithPeople(t, 'second')
  const both = { email: 'both@acme.example', firstName: 'B', lastName: 'Oth', password, mustChangePassword: false }
  const deps = { database: t.db.database, clock }
  clock.advance(1)
  await createUser(deps, { ...both, companyId: second.companyId, role: 'user' })
  clock.advance(1)
  await createUser(deps, { ...both, password: 'is not taken', companyId: acme.companyId, role: 'admin' })
})
// Failures of one test must not slow down the next.
beforeEach(() => clock.advance(3_600_000))

const signIn = (body: object, headers = {}) => t.call('POST', '/v0/sessions', { body, headers })
const whoIs = (token: string) => t.call('GET', '/v0/user', { token })

describe('signing in', () => {
  test('gives a token that works raw and as Bearer, and says who one is', async () => {
    const username = acme.emailOf('admin')
    const answer = await t.ask(createSession, { body: { username: ` ${username.toUpperCase()} `, password } })
    if (!('token' in answer) || !answer.token) throw new Error('no token')
    const user = {
      username,
      first_name: 'admin',
      last_name: 'acme',
      company_id: acme.companyId,
      company_name: 'acme',
      root_org_unit_id: acme.rootOrgUnitId,
      is_admin: true,
      is_superuser: false,
    }
    expect(answer.user).toMatchObject(user)
    expect(answer.expires_at).toBe(new Date(clock.now() + 7 * DAY_MS).toISOString())
    for (const token of [answer.token, `Bearer ${answer.token}`, `bearer ${answer.token}`]) {
      expect((await t.ask(getUser, { token })).user).toMatchObject(user)
    }
  })

  test('does not reveal whether person, password or company was wrong', async () => {
    const wrong = [
      { username: acme.emailOf('user'), password: 'no' },
      { username: 'nobody@acme.example', password },
      { username: acme.emailOf('user'), password, company_id: second.companyId },
      { username: acme.emailOf('user'), password, company_id: 999_999 },
    ]
    const texts = new Set<string>()
    for (const body of wrong) {
      const answer = await signIn(body)
      expect(answer.status).toBe(401)
      expect(answer.json).toMatchObject({ code: 'invalid_login', error: 'Invalid email or password' })
      texts.add(answer.text.replace(/"request_id":"[^"]*"/, ''))
    }
    expect(texts.size).toBe(1)
  })

  test('Home Assistant 2023.12: takes as long for a person nobody knows', { timeout: 60_000 }, async () => {
    const timed = async (username: string) => {
      const startedAt = performance.now()
      await signIn({ username, password: 'wrong' })
      return performance.now() - startedAt
    }
    await timed('warm@up.example')
    const durations: number[] = []
    const unknown: number[] = []
    // Take the fastest of several: other load on the machine only makes it slower.
    const ratio = () => Math.min(...unknown) / Math.min(...durations)
    for (let i = 0; i < 8 || (i < 150 && !(ratio() > 0.6 && ratio() < 1.6)); i++) {
      durations.push(await timed(acme.emailOf('user')))
      unknown.push(await timed(`nobody${i}@acme.example`))
      clock.advance(60_000)
    }
    expect(ratio()).toBeGreaterThan(0.6)
    expect(ratio()).toBeLessThan(1.6)
  })

  test('asks a person of several companies which one is meant', async () => {
    const body = { username: 'both@acme.example', password }
    const choice = await t.ask(createSession, { body })
    expect(choice).toEqual({
      companies: [
        { id: second.companyId, name: 'second' },
        { id: acme.companyId, name: 'acme' },
      ],
      default_company_id: second.companyId,
    })
    const token = await t.signIn('both@acme.example', acme.companyId)
    expect((await t.ask(getUser, { token })).user).toMatchObject({ company_id: acme.companyId, is_admin: true })
    const other = await t.signIn('both@acme.example', second.companyId)
    expect((await t.ask(getUser, { token: other })).user).toMatchObject({ company_name: 'second', is_admin: false })
  })

  test('offers the company a person chose, as long as they belong to it', async () => {
    const choose = (companyId: number) =>
      t.db.owner.query('update app_user set default_company_id = $1 where email = $2', [companyId, 'both@acme.example'])
    const offered = async () => (await signIn({ username: 'both@acme.example', password })).json
    await choose(acme.companyId)
    expect(await offered()).toMatchObject({ default_company_id: acme.companyId })
    await t.db.owner.query('update company set suspended_at = 1 where company_id = $1', [acme.companyId])
    expect(await offered()).toMatchObject({ user: { company_id: second.companyId } })
    await t.db.owner.query('update company set suspended_at = null where company_id = $1', [acme.companyId])
  })

  test('keeps tokens and passwords only as hashes, and writes down who signed in', async () => {
    const token = await t.signIn(acme.emailOf('user'))
    const { rows: sessions } = await t.db.owner.query('select * from session')
    expect(JSON.stringify(sessions)).not.toContain(token)
    expect(JSON.stringify(sessions)).not.toContain(Buffer.from(token).toString('hex'))
    const { rows: people } = await t.db.owner.query('select password_hash from app_user')
    for (const { password_hash } of people) expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const last = 'select * from audit_entry order by audit_entry_id desc limit 1'
    const { rows: audit } = await t.db.owner.query(last)
    expect(audit[0]).toMatchObject({ operation: 'session.create', ip: '127.0.0.1' })
    expect(Number(audit[0].company_id)).toBe(acme.companyId)
    expect(audit[0].user_id).not.toBeNull()
  })

  test('slows down who guesses, and lets the owner in from where they signed in before', async () => {
    await t.signIn(acme.emailOf('superuser'))
    const from = (address: string) => ({ remoteAddress: address })
    const guess = (address: string) =>
      t.app.inject({
        method: 'POST',
        url: '/v0/sessions',
        payload: { username: acme.emailOf('superuser'), password: 'x' },
        ...from(address),
      })
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => guess(`10.0.${i}.1`)))
    const codes = answers.map((answer) => answer.statusCode)
    expect(codes.filter((code) => code === 401)).toHaveLength(10)
    expect(codes.filter((code) => code === 429)).toHaveLength(30)
    const refused = answers.find((answer) => answer.statusCode === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect(await t.signIn(acme.emailOf('superuser'))).toBeTruthy()
    // From elsewhere the right password works again after a while.
    const elsewhere = () =>
      t.app.inject({
        method: 'POST',
        url: '/v0/sessions',
        payload: { username: acme.emailOf('superuser'), password },
        ...from('10.9.9.9'),
      })
    const early = await elsewhere()
    expect(early.statusCode).toBe(429)
    clock.advance(Number(early.headers['retry-after']) * 1000)
    expect((await elsewhere()).statusCode).toBe(200)
  })

  test('slows down a network that tries many people', async () => {
    const guess = (i: number) =>
      t.app.inject({
        method: 'POST',
        url: '/v0/sessions',
        payload: { username: `p${i}@x.example`, password: 'x' },
        remoteAddress: '2001:db8::1',
      })
    const codes: number[] = []
    for (let i = 0; i < 60; i++) codes.push((await guess(i)).statusCode)
    expect(codes.filter((code) => code === 429).length).toBe(10)
  })
})

describe('a cookie session', () => {
  const body = () => ({ username: acme.emailOf('admin'), password, cookie: true })

  test('lives in a cookie scripts cannot read; the answer bears no token', async () => {
    const plain = await signIn(body(), { host: 'localhost:8080' })
    expect(plain.json).not.toHaveProperty('token')
    const cookie = String([plain.headers['set-cookie']].flat()[0])
    expect(cookie).toMatch(/^millwatch=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/)
    const secure = await signIn(body(), { host: 'plant.example' })
    expect([secure.headers['set-cookie']].flat()[0]).toMatch(
      /^__Host-millwatch=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$/,
    )
    const read = await t.call('GET', '/v0/user', {
      headers: { host: 'localhost:8080', cookie: cookie.split(';')[0] ?? '' },
    })
    expect(read.status).toBe(200)
  })

  test('ends when the browser gets another one, and not when somebody signs in elsewhere', async () => {
    const host = 'localhost:8080'
    const cookieOf = (answer: { headers: Record<string, unknown> }) =>
      String(answer.headers['set-cookie']).split(';')[0] ?? ''
    const read = async (cookie: string) => (await t.call('GET', '/v0/user', { headers: { host, cookie } })).status
    const former = cookieOf(await signIn(body(), { host }))
    await signIn(body(), { host })
    expect(await read(former)).toBe(200)
    const wrong = await signIn({ ...body(), password: 'not-the-password-1' }, { host, cookie: former })
    expect([wrong.status, await read(former)]).toEqual([401, 200])
    const next = cookieOf(await signIn(body(), { host, cookie: former }))
    expect([await read(former), await read(next)]).toEqual([401, 200])
  })

  test('is not begun by a page of another site, and writes from its own page only', async () => {
    const foreign = await signIn(body(), { host: 'localhost:8080', origin: 'http://evil.example' })
    expect(foreign.status).toBe(403)
    expect(foreign.headers['set-cookie']).toBeUndefined()
    const begun = await signIn(body(), { host: 'localhost:8080', origin: 'http://localhost:8080' })
    const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
    const leave = (origin: string) =>
      t.call('DELETE', '/v0/sessions/current', { headers: { host: 'localhost:8080', origin, cookie } })
    expect((await leave('http://localhost:9090')).status).toBe(403)
    const left = await leave('http://localhost:8080')
    expect(left.status).toBe(200)
    expect(String(left.headers['set-cookie'])).toMatch(/^millwatch=; Path=\/; Max-Age=0;/)
    expect((await t.call('GET', '/v0/user', { headers: { host: 'localhost:8080', cookie } })).status).toBe(401)
  })
})

describe('a session ends', () => {
  test('at once when its person leaves, on other servers within a second', async () => {
    const token = await t.signIn(acme.emailOf('user'))
    const other = await injectApp({ db: t.db, clock })
    expect((await other.call('GET', '/v0/user', { token })).status).toBe(200)
    await t.ask(endSession, { token })
    expect((await whoIs(token)).status).toBe(401)
    clock.advance(1000)
    expect((await other.call('GET', '/v0/user', { token })).status).toBe(401)
    await other.close()
  })

  test('after seven days without use, and after thirty in any case', async () => {
    const idle = await t.signIn(acme.emailOf('user'))
    clock.advance(7 * DAY_MS - 1)
    expect((await whoIs(idle)).status).toBe(200)
    clock.advance(7 * DAY_MS)
    expect((await whoIs(idle)).status).toBe(401)
    const busy = await t.signIn(acme.emailOf('user'))
    for (let i = 0; i < 29; i++) {
      clock.advance(DAY_MS)
      expect((await whoIs(busy)).status).toBe(200)
    }
    clock.advance(DAY_MS)
    expect((await whoIs(busy)).status).toBe(401)
  })

  test('with the membership; a changed role counts within a second', async () => {
    const token = await t.signIn(acme.emailOf('admin'))
    const create = () => t.call('POST', '/v0/o', { token, body: { name: 'x', parent_id: acme.rootOrgUnitId } })
    expect((await create()).status).toBe(200)
    const member = 'user_id = (select user_id from app_user where email = $1)'
    await t.db.owner.query(`update membership set role = 'user' where ${member}`, [acme.emailOf('admin')])
    clock.advance(1000)
    expect((await create()).status).toBe(403)
    await t.db.owner.query(`delete from membership where ${member}`, [acme.emailOf('admin')])
    clock.advance(1000)
    expect((await create()).status).toBe(401)
  })

  test('asks the database at most once a second for one token', async () => {
    const db = await testDatabase()
    let queries = 0
    const counting: Database = {
      ...db.database,
      inDirectory(work, options) {
        queries++
        return db.database.inDirectory(work, options)
      },
    }
    const cache = new SessionCache(counting, clock, Buffer.alloc(32))
    await Promise.all(Array.from({ length: 50 }, () => cache.find('some token')))
    expect(queries).toBe(1)
    clock.advance(1000)
    await cache.find('some token')
    expect(queries).toBe(2)
    await db.close()
  })
})

test.each(['', 'nonsense', 'x'.repeat(10_000), 'Bearer', 'Bearer eyJhbGciOiJub25lIn0.e30.', 'Device a:b', '\u00e9'])(
  'no session: %s',
  async (token) => {
    expect((await t.call('GET', '/v0/user', { headers: { authorization: token } })).status).toBe(401)
  },
)
