import { createHandoff, exchangeCode } from '@millwatch/contract/http/identity'
import { DAY_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { password } from '@millwatch/lab/app/inject-app'
import { beforeEach, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { insertCode } from './store-directory-codes.ts'
import { hashSecret, newSecret } from './tokens.ts'

const clock = manualClock(Date.parse('2026-11-02T09:00:00Z'))
const { t, company: acme } = await appWithCompany({ clock })
let token: string

beforeEach(async () => {
  clock.advance(3_600_000)
  token = await t.signIn(acme.emailOf('admin'))
})

const makeCode = async () => (await t.ask(createHandoff, { token, body: {} })).code
const exchange = (code: string, more: object = {}) =>
  t.call('POST', '/v0/sessions/exchange', { body: { code, ...more } })
const whoIs = (bearer: string) => t.call('GET', '/v0/user', { token: bearer })

describe('a code for another browser', () => {
  test('lets it go on as who asked, in the same company, with a session of its own', async () => {
    const { code, expires_at } = await t.ask(createHandoff, { token, body: {} })
    expect(expires_at).toBe(new Date(clock.now() + 60_000).toISOString())
    const entered = await t.ask(exchangeCode, { body: { code } })
    if (!('user' in entered) || !entered.token) throw new Error('no session of a person')
    expect(entered.user).toMatchObject({ username: acme.emailOf('admin'), company_id: acme.companyId })
    expect(entered.token).not.toBe(token)
    expect((await whoIs(entered.token)).status).toBe(200)
  })

  test('gives a browser its session in a cookie only', async () => {
    const answer = await exchange(await makeCode(), { cookie: true })
    expect(answer.status).toBe(200)
    expect(answer.json).not.toHaveProperty('token')
    expect(String(answer.headers['set-cookie'])).toMatch(/HttpOnly/)
  })

  test('makes the other browser known, so that others behind its address cannot keep its person out', async () => {
    const entered = await exchange(await makeCode(), { cookie: true })
    expect([entered.headers['set-cookie']].flat().join()).toMatch(
      /millwatch-browser=[\w-]{43}\.[\w-]{43}; .*Max-Age=7776000; HttpOnly/,
    )
    const marks = await t.db.owner.query('select from attempt where count = 0 and window_at > $1', [clock.now()])
    expect(marks.rows.length).toBeGreaterThan(0)
    // A program has no cookies.
    expect(String((await exchange(await makeCode())).headers['set-cookie'])).not.toContain('browser')
  })

  test('opens no session that outlasts the end of all the sessions of its person', async () => {
    const code = await makeCode()
    const { rows } = await t.db.owner.query<{ session_id: string }>(
      'select session_id from one_time_code order by created_at desc limit 1',
    )
    // The exchange waits for the session that it comes from, with its code used up; meanwhile the person ends the others.
    const blocker = await t.db.owner.connect()
    await blocker.query('begin')
    await blocker.query('select from session where session_id = $1 for update', [rows[0]?.session_id])
    const waiting = async () =>
      (
        await t.db.owner.query(
          'select from pg_stat_activity where wait_event_type = $1 and datname = current_database()',
          ['Lock'],
        )
      ).rows.length
    const entering = exchange(code)
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
    let isEnded = false
    const ending = t
      .call('DELETE', '/v0/sessions', { token, body: { current_password: password } })
      .then(() => (isEnded = true))
    await expect.poll(async () => isEnded || (await waiting()) === 2, { timeout: 20_000 }).toBe(true)
    await blocker.query('commit')
    blocker.release()
    await ending
    const entered = (await entering).json as { token?: string }
    expect((await whoIs(entered.token ?? 'none')).status).toBe(401)
    expect((await whoIs(token)).status).toBe(200)
  })

  test('is used once, also by many at the same time', async () => {
    const code = await makeCode()
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(code)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(19)
  })

  test('is good for a minute', async () => {
    const code = await makeCode()
    clock.advance(60_000)
    const late = await exchange(code)
    expect([late.status, late.json]).toMatchObject([401, { code: 'code_invalid' }])
  })

  test('dies with the session that asked, and with a new password', async () => {
    const codes = [await makeCode(), await makeCode()]
    await t.call('DELETE', '/v0/sessions/current', { token })
    for (const code of codes) expect((await exchange(code)).status).toBe(401)
  })

  test('is no session, and a session is no code', async () => {
    const code = await makeCode()
    expect((await whoIs(code)).status).toBe(401)
    expect((await exchange(token)).json).toMatchObject({ code: 'code_invalid' })
    expect((await whoIs(token)).status).toBe(200)
    expect((await exchange(newSecret())).status).toBe(401)
    // A failed attempt used nothing up.
    expect((await exchange(code)).status).toBe(200)
  })

  test('makes no session younger than the one it came from', async () => {
    const startedAt = clock.now()
    let bearer = token
    for (let i = 1; i <= 9; i++) {
      clock.set(startedAt + i * 3 * DAY_MS)
      const { code } = await t.ask(createHandoff, { token: bearer, body: {} })
      const entered = await t.ask(exchangeCode, { body: { code } })
      if (!entered.token) throw new Error('no token')
      bearer = entered.token
    }
    clock.set(startedAt + 30 * DAY_MS)
    expect((await whoIs(bearer)).status).toBe(401)
  })

  test('is kept as a hash, and cannot be found by trying', async () => {
    const code = await makeCode()
    const { rows } = await t.db.owner.query('select encode(code_hash, $1) as hash from one_time_code', ['base64'])
    expect(rows.map((row) => row.hash)).not.toContain(code)
    const tries = await Promise.all(Array.from({ length: 80 }, () => exchange(newSecret())))
    expect(tries.filter((answer) => answer.status === 429).length).toBeGreaterThanOrEqual(20)
    expect(tries.every((answer) => answer.status === 401 || answer.status === 429)).toBe(true)
  })
})

describe('a code for a display', () => {
  const display = async () => {
    const { rows } = await t.db.owner.query<{ kiosk_id: number }>(
      `insert into kiosk (company_id, name, page, org_unit_id, may_give_reasons, may_count_scrap, created_at)
       values ($1, 'At the door', 'wall', $2, false, false, 1) returning kiosk_id`,
      [acme.companyId, acme.rootOrgUnitId],
    )
    return Number(rows[0]?.kiosk_id)
  }
  const codeFor = async (kioskId: number) => {
    const code = newSecret()
    const codeHash = hashSecret(t.app.signingKey, code)
    const times = { createdAt: clock.now(), expiresAt: clock.now() + 60_000 }
    const { companyId } = acme
    await t.db.database.inDirectory((tx) => insertCode(tx, { codeHash, kind: 'handoff', companyId, kioskId, ...times }))
    return code
  }

  test('opens a session without a last day, which ends with the display', async () => {
    const kioskId = await display()
    const entered = await t.ask(exchangeCode, { body: { code: await codeFor(kioskId) } })
    if (!('kiosk' in entered) || !entered.token) throw new Error('no session of a display')
    expect(entered.kiosk).toEqual({
      id: kioskId,
      name: 'At the door',
      page: 'wall',
      equipment_id: null,
      org_unit_id: acme.rootOrgUnitId,
    })
    const bearer = entered.token
    for (let i = 0; i < 20; i++) {
      clock.advance(6 * DAY_MS)
      const renewed = await t.call('POST', '/v0/reauth', { token: bearer, body: {} })
      expect(renewed.json).toMatchObject({
        token: bearer,
        expires_at: new Date(clock.now() + 7 * DAY_MS).toISOString(),
      })
    }
    const cookie = `millwatch=${bearer}`
    const renewed = await t.call('POST', '/v0/reauth', { headers: { cookie, origin: 'http://localhost' }, body: {} })
    expect([renewed.status, String(renewed.headers['set-cookie'])]).toMatchObject([
      200,
      expect.stringContaining('millwatch-browser='),
    ])
    // A display is not a person, so it is refused calls for a person's own data.
    const passwords = { current_password: 'x', password: 'y' }
    for (const [method, path, body] of [
      ['GET', '/v0/user', undefined],
      ['GET', '/v0/sessions', undefined],
      ['POST', '/v0/sessions/handoff', {}],
      ['PUT', '/v0/user/password', passwords],
    ] as const) {
      expect([path, (await t.call(method, path, { token: bearer, body })).status]).toEqual([path, 403])
    }
    await t.db.owner.query('update kiosk set revoked_at = $2 where kiosk_id = $1', [kioskId, clock.now()])
    clock.advance(1000)
    expect((await t.call('POST', '/v0/reauth', { token: bearer, body: {} })).status).toBe(401)
  })

  test('opens nothing for one that was revoked', async () => {
    const kioskId = await display()
    const code = await codeFor(kioskId)
    await t.db.owner.query('update kiosk set revoked_at = $2 where kiosk_id = $1', [kioskId, clock.now()])
    expect((await exchange(code)).status).toBe(401)
  })
})
