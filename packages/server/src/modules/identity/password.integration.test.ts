import { createHandoff, createSession, getUser } from '@millwatch/contract/http/identity'
import { DAY_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { injectApp, password } from '@millwatch/lab/app/inject-app'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { openPersonSession } from './open-session.ts'
import { hashCost } from './password.ts'
import { createUser } from './people.ts'
import { resetUser } from './store-directory-operating.ts'
import { hashSecret } from './tokens.ts'

const clock = manualClock(Date.parse('2026-11-02T09:00:00Z'))
const { t, company: acme } = await appWithCompany({ clock })
const other = await injectApp({ db: t.db, clock })
const strict = await injectApp({ db: t.db, clock, config: { passwordPolicy: 'nist' } })
afterAll(async () => {
  await strict.close()
  await other.close()
})
beforeEach(() => clock.advance(3_600_000))

let people = 0
async function person(mustChangePassword = false) {
  const email = `person${++people}@acme.example`
  const deps = { database: t.db.database, clock }
  const names = { email, firstName: 'Per', lastName: 'Son' }
  await createUser(deps, { ...names, companyId: acme.companyId, role: 'user', password, mustChangePassword })
  return email
}
const change = (token: string, wanted: string, current_password = password, by = t) =>
  by.call('PUT', '/v0/user/password', { token, body: { current_password, password: wanted } })
const whoIs = async (token: string, by = t) => (await by.call('GET', '/v0/user', { token })).status
const signInWith = (username: string, tried: string, by = t) =>
  by.call('POST', '/v0/sessions', { body: { username, password: tried } })
const hashOf = async (email: string) =>
  String(
    (await t.db.owner.query('select password_hash from app_user where email = $1', [email])).rows[0]?.password_hash,
  )

describe('changing the own password', () => {
  test('ThingsBoard #7434: needs the current one, and ends every other session, on other servers within a second', async () => {
    const email = await person()
    const mine = await t.signIn(email)
    const others = [await t.signIn(email), await other.signIn(email)]
    for (const token of others) expect(await whoIs(token, other)).toBe(200)
    expect((await change(mine, 'A new pass-1', 'not it')).json).toMatchObject({ code: 'current_password_wrong' })
    for (const token of others) expect(await whoIs(token)).toBe(200)
    expect((await change(mine, 'A new pass-1')).status).toBe(200)
    for (const token of others) expect(await whoIs(token)).toBe(401)
    clock.advance(1000)
    for (const token of others) expect(await whoIs(token, other)).toBe(401)
    expect(await whoIs(mine)).toBe(200)
    expect((await signInWith(email, password)).status).toBe(401)
    expect((await signInWith(email, 'A new pass-1')).status).toBe(200)
    const { rows } = await t.db.owner.query(
      'select operation, before, after from audit_entry order by audit_entry_id desc limit 3',
    )
    expect(rows).toContainEqual({ operation: 'password.change', before: null, after: null })
  })

  test('makes codes for other browsers worthless', async () => {
    const email = await person()
    const mine = await t.signIn(email)
    const { code } = (await t.call('POST', '/v0/sessions/handoff', { token: mine, body: {} })).json as { code: string }
    await change(mine, 'A new pass-1')
    expect((await t.call('POST', '/v0/sessions/exchange', { body: { code } })).status).toBe(401)
  })

  test('takes what the policy of the installation takes', async () => {
    const email = await person()
    const mine = await t.signIn(email)
    const text = 'Password must be at least 8 characters and contain at least one number'
    for (const weak of ['Passw0r', 'password', '12345678']) {
      expect((await change(mine, weak)).json).toMatchObject({ code: 'password_weak', error: text })
    }
    expect((await change(mine, password)).json).toMatchObject({ code: 'password_same' })
    for (const word of ['Millwatch-2026', `1${email.split('@')[0]}!`])
      expect((await change(mine, word)).json).toMatchObject({ code: 'password_personal' })
    const codes: unknown[] = []
    for (const weak of ['elevenchars', 'password2026!!!!', `${email} and me`]) {
      codes.push(((await change(mine, weak, password, strict)).json as { code: string }).code)
    }
    expect(codes).toEqual(['password_short', 'password_common', 'password_personal'])
    expect((await change(mine, 'a lathe hums at dawn', password, strict)).status).toBe(200)
  })

  test('takes 128 characters, of any script, and not one more', async () => {
    const email = await person()
    const mine = await t.signIn(email)
    const longest = `${'ü😀'.repeat(63)}a1`
    expect([...longest]).toHaveLength(128)
    expect((await change(mine, `${longest}x`)).status).toBe(400)
    expect((await change(mine, longest)).status).toBe(200)
    expect((await signInWith(email, longest)).status).toBe(200)
    expect((await signInWith(email, longest.slice(0, -1))).status).toBe(401)
    // The same letters, composed in another way by another keyboard.
    expect((await change(mine, 'Grüße aus Köln 1', longest)).status).toBe(200)
    expect((await signInWith(email, 'Grüße aus Köln 1'.normalize('NFD'))).status).toBe(200)
  })

  test('lets nobody in who proved the old one, or was handed a session that ended, before it was done', async () => {
    const email = await person()
    const mine = await t.signIn(email)
    const other = await t.signIn(email)
    const deps = { database: t.db.database, clock, signingKey: t.app.signingKey }
    const { rows } = await t.db.owner.query<{ user_id: number; session_id: number }>(
      `select user_id, session_id from app_user join session using (user_id) where email = $1 order by session_id`,
      [email],
    )
    const [first, handedOn] = rows
    if (!first || !handedOn) throw new Error('A session is missing')
    const handOn = async () => {
      const { code } = await t.ask(createHandoff, { token: other, body: {} })
      return { sessionId: handedOn.session_id, codeHash: hashSecret(t.app.signingKey, code) }
    }
    const enter = (basis: { passwordHash: string } | Awaited<ReturnType<typeof handOn>>) => {
      const somebody = { userId: first.user_id, companyId: acme.companyId, role: 'user', proof: basis } as const
      return openPersonSession(deps, somebody, { ip: '10.0.0.1', userAgent: null })
    }
    const passwordHash = await hashOf(email)
    for (const basis of [{ passwordHash }, await handOn()])
      expect((await enter(basis)).session.userId).toBe(first.user_id)
    const late = [{ passwordHash }, await handOn()]
    expect((await change(mine, 'A new pass-1')).status).toBe(200)
    expect(await whoIs(other)).toBe(401)
    for (const basis of late) await expect(enter(basis)).rejects.toMatchObject({ status: 401 })
    expect((await enter({ passwordHash: await hashOf(email) })).session.userId).toBe(first.user_id)
  })

  test('twice at once from one password is done once', async () => {
    const email = await person()
    const tokens = [await t.signIn(email), await t.signIn(email)]
    const answers = await Promise.all(tokens.map((token, i) => change(token, `New pass-${i}`)))
    expect(answers.map((answer) => answer.status).toSorted()).not.toEqual([200, 200])
    const working = await Promise.all([0, 1].map((i) => signInWith(email, `New pass-${i}`)))
    expect(working.filter((answer) => answer.status === 200)).toHaveLength(1)
  })
})

describe('a password somebody else chose', () => {
  test('is to be changed before anything else', async () => {
    const email = await person(true)
    const entered = await t.ask(createSession, { body: { username: email, password } })
    if (!('user' in entered) || !entered.token) throw new Error('no session')
    expect(entered.must_change_password).toBe(true)
    const { token } = entered
    const refused = { status: 403, json: { code: 'password_must_change' } }
    expect(await t.call('GET', '/v0/company', { token })).toMatchObject(refused)
    expect(await t.call('GET', '/v0/sessions', { token })).toMatchObject(refused)
    expect(await t.call('POST', '/v0/sessions/handoff', { token, body: {} })).toMatchObject(refused)
    expect(await t.call('POST', '/v0/o', { token, body: { name: 'x', parent_id: acme.rootOrgUnitId } })).toMatchObject(
      refused,
    )
    expect((await t.ask(getUser, { token })).user.username).toBe(email)
    expect((await change(token, password)).json).toMatchObject({ code: 'password_same' })
    expect((await change(token, 'Chosen by me-1')).status).toBe(200)
    expect((await t.call('GET', '/v0/company', { token })).status).toBe(200)
    const again = await t.ask(createSession, { body: { username: email, password: 'Chosen by me-1' } })
    expect(again).toMatchObject({ must_change_password: false })
  })

  test('is good for 30 days; then a mailed link or the operator helps, and nobody learns of it without the password', async () => {
    const [used, unused] = [await person(true), await person(true)]
    expect((await signInWith(used, password)).status).toBe(200)
    const token = await t.signIn(used)
    await change(token, 'Chosen by me-1')
    clock.advance(30 * DAY_MS)
    expect((await signInWith(unused, password)).status).toBe(200)
    clock.advance(1)
    expect((await signInWith(unused, password)).json).toMatchObject({ code: 'first_password_expired' })
    expect((await signInWith(unused, 'not it')).json).toMatchObject({ code: 'invalid_login' })
    expect((await signInWith(used, 'Chosen by me-1')).status).toBe(200)
    const { rows } = await t.db.owner.query('select user_id from app_user where email = $1', [unused])
    await resetUser(t.db.database, Number(rows[0]?.user_id), await hash('Another one-2', hashCost), clock.now())
    expect((await signInWith(unused, 'Another one-2')).status).toBe(200)
  })

  test('can be left by signing out', async () => {
    const token = await t.signIn(await person(true))
    expect((await t.call('DELETE', '/v0/sessions/current', { token })).status).toBe(200)
    expect(await whoIs(token)).toBe(401)
  })
})

test('a hash that is cheaper than those made today is made anew at the next right sign-in', async () => {
  const email = await person()
  const cheap = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  await t.db.owner.query('update app_user set password_hash = $2 where email = $1', [email, cheap])
  expect((await signInWith(email, 'wrong')).status).toBe(401)
  expect(await hashOf(email)).toBe(cheap)
  expect((await signInWith(email, password)).status).toBe(200)
  const { memoryCost, timeCost, parallelism } = hashCost
  const renewed = await hashOf(email)
  expect(renewed).toContain(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
  expect((await signInWith(email, password)).status).toBe(200)
  expect(await hashOf(email)).toBe(renewed)
})
