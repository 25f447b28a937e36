import { createSession, getUser } from '@millwatch/contract/http/identity'
import { askOwnPasskey, beginPasskey, removePasskey, renamePasskey } from '@millwatch/contract/http/identity-passkeys'
import {
  askPasskeyOfStep,
  endSecondFactor,
  enterSecondFactor,
  getSecondFactor,
} from '@millwatch/contract/http/identity-second-factor'
import { listUsers } from '@millwatch/contract/http/members'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { millwatch } from '@millwatch/lab/app/commands'
import { companyWithPeople, injectApp, password } from '@millwatch/lab/app/inject-app'
import { addSoftPasskey, injectOrigin } from '@millwatch/lab/app/passkeys'
import { stepOf, switchFactorOn } from '@millwatch/lab/app/second-factor'
import { softPasskey } from '@millwatch/lab/product/passkey'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { createUser } from './people.ts'

const hour = 3_600_000
const clock = manualClock(Date.parse('2026-11-02T09:00:00Z'))
const { t, company: acme } = await appWithCompany({ clock })
const second = await companyWithPeople(t, 'second')
// Failures of one test must not slow down the next.
beforeEach(() => clock.advance(2 * hour))

let people = 0
/** Makes a member who is signed in. */
async function member(companyId = acme.companyId) {
  const email = `keyed${++people}@acme.example`
  const named = { firstName: 'Mem', lastName: 'Ber', password, mustChangePassword: false }
  const { userId } = await createUser(
    { database: t.db.database, clock },
    { companyId, email, role: 'user' as const, ...named },
  )
  return { userId, email, token: await t.signIn(email, companyId) }
}
type Member = Awaited<ReturnType<typeof member>>

/** Makes a member with a passkey. */
async function keyed(companyId = acme.companyId) {
  const person = await member(companyId)
  return { ...person, ...(await addSoftPasskey(t, person.token)) }
}

/** Signs in with the password, and returns the step with the options for a passkey. */
async function asked({ email }: Pick<Member, 'email'>) {
  const step = await stepOf(t, { username: email })
  const { options } = await t.ask(askPasskeyOfStep, { body: { step } })
  return { step, options }
}
const enter = (body: object, from = '10.1.0.1') =>
  t.app.inject({ method: 'POST', url: '/v0/sessions/second_factor', payload: body, remoteAddress: from })
const codeOf = (answer: { json: () => unknown }) => (answer.json() as { code?: string }).code
const codeIn = (answer: { json: unknown }) => (answer.json as { code?: string } | null)?.code
const subjects = async (recipient: string) =>
  (
    await t.db.owner.query<{ subject: string }>('select subject from mail where recipient = $1 order by mail_id', [
      recipient,
    ])
  ).rows.map(({ subject }) => subject)
const entries = async (userId: number) =>
  (
    await t.db.owner.query<{ operation: string; after: unknown }>(
      'select operation, after from audit_entry where user_id = $1 order by occurred_at, audit_entry_id',
      [userId],
    )
  ).rows

describe('a passkey', () => {
  test('is added with the password, ends every other session, and brings recovery codes', async () => {
    const person = await member()
    const other = await t.signIn(person.email)
    const wrong = { current_password: 'wrong' }
    const refused = await t.call('POST', '/v0/user/passkeys/options', { token: person.token, body: wrong })
    expect(codeIn(refused)).toBe('current_password_wrong')
    const { recoveryCodes } = await addSoftPasskey(t, person.token, {
      passkey: softPasskey(injectOrigin, { isSynced: true }),
    })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await t.call('GET', '/v0/user', { token: other })).status).toBe(401)
    const factor = await t.ask(getSecondFactor, { token: person.token })
    expect(factor).toMatchObject({ since: null, recovery_codes_left: 10 })
    expect(factor.passkeys).toEqual([
      {
        ...{ id: expect.any(Number) as number, name: 'Soft key', is_synced: true, last_used_at: null },
        created_at: new Date(clock.now()).toISOString(),
      },
    ])
    expect(await subjects(person.email)).toEqual(['A passkey was added to your account'])
    expect((await entries(person.userId)).map(({ operation }) => operation)).toContain('passkey.add')
  })

  test('completes a sign-in after the password, and is listed with its last use', async () => {
    const person = await keyed()
    const answer = await t.ask(createSession, { body: { username: person.email, password } })
    expect(answer).toMatchObject({ second_factors: ['passkey'] })
    const { step, options } = await asked(person)
    expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [{ id: person.passkey.id }] })
    const entered = await t.ask(enterSecondFactor, { body: { step, passkey: person.passkey.sign(options) } })
    const token = ('token' in entered && entered.token) || ''
    expect((await t.ask(getUser, { token })).user.id).toBe(person.userId)
    const { passkeys } = await t.ask(getSecondFactor, { token })
    expect(passkeys[0]?.last_used_at).toBe(new Date(clock.now()).toISOString())
    expect(await entries(person.userId)).toContainEqual({
      operation: 'session.second_factor',
      after: { by: 'passkey' },
    })
  })

  test('asks for the company after it, which takes no second passkey', async () => {
    const person = await member()
    const both = { email: person.email, firstName: 'B', lastName: 'Oth', password, mustChangePassword: false }
    await createUser({ database: t.db.database, clock }, { ...both, companyId: second.companyId, role: 'user' })
    const { passkey } = await addSoftPasskey(t, person.token)
    const { step, options } = await asked(person)
    const choice = await t.ask(enterSecondFactor, { body: { step, passkey: passkey.sign(options) } })
    if (!('companies' in choice)) throw new Error('No companies were named')
    const entered = await t.ask(enterSecondFactor, { body: { step: choice.step, company_id: second.companyId } })
    expect('user' in entered && entered.user.company_name).toBe('second')
  })

  test('that does not count is accepted again and again', async () => {
    const person = await member()
    const { passkey } = await addSoftPasskey(t, person.token, { passkey: softPasskey(injectOrigin, { counter: 0 }) })
    for (let i = 0; i < 3; i++) {
      const { step, options } = await asked(person)
      expect((await enter({ step, passkey: passkey.sign(options) })).statusCode).toBe(200)
    }
  })

  test('leaves the recovery codes and a code of an app valid', async () => {
    const person = await member()
    const factor = await switchFactorOn(t, person.token)
    const { passkey, recoveryCodes } = await addSoftPasskey(t, person.token, { secrets: { code: factor.code() } })
    expect(recoveryCodes).toEqual([])
    const answer = await t.ask(createSession, { body: { username: person.email, password } })
    expect(answer).toMatchObject({ second_factors: ['app', 'passkey'] })
    clock.advance(60_000)
    for (const code of [factor.recoveryCodes[0], factor.code()])
      expect((await enter({ step: await stepOf(t, { username: person.email }), code })).statusCode).toBe(200)
    const { step, options } = await asked(person)
    expect((await enter({ step, passkey: passkey.sign(options) })).statusCode).toBe(200)
  })
})

describe('a sign-in by passkey is refused', () => {
  test('with a challenge that was used, also on another server', async () => {
    const person = await keyed()
    const { step, options } = await asked(person)
    const signed = person.passkey.sign(options)
    expect((await enter({ step, passkey: signed })).statusCode).toBe(200)
    expect(codeOf(await enter({ step, passkey: signed }))).toBe('passkey_wrong')
    const again = await enter({ step, passkey: person.passkey.sign(options) })
    expect([again.statusCode, codeOf(again)]).toEqual([401, 'passkey_wrong'])
    const other = await injectApp({ clock, db: t.db })
    const payload = { step, passkey: person.passkey.sign(options) }
    const elsewhere = await other.app.inject({ method: 'POST', url: '/v0/sessions/second_factor', payload })
    expect(codeOf(elsewhere)).toBe('passkey_wrong')
    await other.close()
  })

  test('with one that ten requests use at once, but for one of them', async () => {
    const person = await member()
    const { passkey } = await addSoftPasskey(t, person.token, { passkey: softPasskey(injectOrigin, { counter: 0 }) })
    const { step, options } = await asked(person)
    const answers = await Promise.all(Array.from({ length: 10 }, () => enter({ step, passkey: passkey.sign(options) })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  test('with a challenge of another step, of a session, or of its own making', async () => {
    const person = await keyed()
    const { step } = await asked(person)
    clock.advance(1)
    const other = await asked(person)
    const ofSession = await t.ask(askOwnPasskey, { token: person.token, body: {} })
    const forged = { ...other.options, challenge: Buffer.alloc(72, 7).toString('base64url') }
    for (const options of [other.options, ofSession.options, forged])
      expect(codeOf(await enter({ step, passkey: person.passkey.sign(options) }))).toBe('passkey_wrong')
  })

  test('after five minutes', async () => {
    const person = await keyed()
    const { step, options } = await asked(person)
    const later = { ...options }
    clock.advance(5 * 60_000)
    expect(codeOf(await enter({ step, passkey: person.passkey.sign(later) }))).toBe('step_invalid')
    const next = await t.ask(askPasskeyOfStep, { body: { step: await stepOf(t, { username: person.email }) } })
    expect(next.options.challenge).not.toBe(options.challenge)
    const { options: asking } = await t.ask(askOwnPasskey, { token: person.token, body: {} })
    clock.advance(5 * 60_000)
    const body = { current_password: password, passkey: person.passkey.sign(asking) }
    const late = await t.call('DELETE', `/v0/user/passkeys/${person.passkeyId}`, { token: person.token, body })
    expect(codeIn(late)).toBe('passkey_not_accepted')
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['the same host on another port', { origin: 'http://localhost:81' }],
    ['another host name', { rpId: 'evil.example' }],
    ['another purpose', { type: 'webauthn.create' }],
    ['the handle of another person', { userHandle: 'AAAA' }],
  ])('signed for %s', async (_name, but) => {
    const person = await keyed()
    const { step, options } = await asked(person)
    expect(codeOf(await enter({ step, passkey: person.passkey.sign(options, but) }))).toBe('passkey_wrong')
    const next = await asked(person)
    expect((await enter({ step: next.step, passkey: person.passkey.sign(next.options) })).statusCode).toBe(200)
  })

  test('with a changed signature, an unknown passkey, or bytes that are none', async () => {
    const person = await keyed()
    const { step, options } = await asked(person)
    const signed = person.passkey.sign(options)
    const bad = [
      { ...signed, signature: `${signed.signature.slice(0, -6)}AAAAAA` },
      { ...signed, client_data: 'AAAA' },
      { ...signed, authenticator_data: 'AAAA' },
      softPasskey(injectOrigin).sign(options),
    ]
    for (const passkey of bad) expect(codeOf(await enter({ step, passkey }))).toBe('passkey_wrong')
  })

  test('with the passkey of another person, of the same company or another one', async () => {
    const [person, colleague, foreigner] = [await keyed(), await keyed(), await keyed(second.companyId)]
    const { step, options } = await asked(person)
    for (const { passkey } of [colleague, foreigner]) {
      expect(codeOf(await enter({ step, passkey: passkey.sign(options) }))).toBe('passkey_wrong')
    }
    expect((await enter({ step, passkey: person.passkey.sign(options) })).statusCode).toBe(200)
  })

  test('when its counter went back, and its person gets a mail, once a day', async () => {
    const person = await keyed()
    const first = await asked(person)
    expect(
      (await enter({ step: first.step, passkey: person.passkey.sign(first.options, { counter: 50 }) })).statusCode,
    ).toBe(200)
    for (const counter of [49, 50, 0]) {
      const { step, options } = await asked(person)
      expect(codeOf(await enter({ step, passkey: person.passkey.sign(options, { counter }) }))).toBe('passkey_wrong')
    }
    expect((await subjects(person.email)).filter((subject) => subject.includes('copied'))).toHaveLength(1)
    const { step, options } = await asked(person)
    expect((await enter({ step, passkey: person.passkey.sign(options, { counter: 51 }) })).statusCode).toBe(200)
  })

  test('after ten wrong ones in five minutes, as codes are', async () => {
    const person = await keyed()
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) {
      const { step, options } = await asked(person)
      const passkey = person.passkey.sign(options, { origin: 'https://evil.example' })
      statuses.push((await enter({ step, passkey }, `10.3.${people}.${i}`)).statusCode)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
    const { step, options } = await asked(person)
    expect((await enter({ step, passkey: person.passkey.sign(options) }, '10.9.0.9')).statusCode).toBe(429)
  })
})

describe('the own passkeys', () => {
  test('are renamed and removed by their person only; the last one takes the recovery codes with it', async () => {
    const [person, colleague] = [await keyed(), await keyed()]
    const { token } = person
    await t.ask(renamePasskey, { token, params: { id: person.passkeyId }, body: { name: ' Phone ' } })
    expect((await t.ask(getSecondFactor, { token })).passkeys[0]?.name).toBe('Phone')
    const foreign = `/v0/user/passkeys/${colleague.passkeyId}`
    expect((await t.call('PUT', foreign, { token, body: { name: 'Mine' } })).status).toBe(404)
    const blank = await t.call('PUT', `/v0/user/passkeys/${person.passkeyId}`, { token, body: { name: '  ' } })
    expect(codeIn(blank)).toBe('passkey_name_blank')
    const secrets = async () => {
      const { options } = await t.ask(askOwnPasskey, { token, body: {} })
      return { current_password: password, passkey: person.passkey.sign(options) }
    }
    expect((await t.call('DELETE', foreign, { token, body: await secrets() })).status).toBe(404)
    const alone = { current_password: password }
    const without = await t.call('DELETE', `/v0/user/passkeys/${person.passkeyId}`, { token, body: alone })
    expect(codeIn(without)).toBe('second_factor_code_wrong')
    await t.ask(removePasskey, { token, params: { id: person.passkeyId }, body: await secrets() })
    expect(await t.ask(getSecondFactor, { token })).toMatchObject({ passkeys: [], recovery_codes_left: null })
    expect(await t.signIn(person.email)).toMatch(/./)
    expect(await subjects(person.email)).toEqual([
      'A passkey was added to your account',
      'A passkey of your account was renamed',
      'A passkey was removed from your account',
    ])
    expect((await t.ask(getSecondFactor, { token: colleague.token })).passkeys).toHaveLength(1)
  })

  test('are ten at most', async () => {
    const person = await member()
    const { recoveryCodes } = await addSoftPasskey(t, person.token)
    for (let i = 0; i < 9; i++) {
      await addSoftPasskey(t, person.token, { secrets: { code: recoveryCodes[i] ?? '' } })
      clock.advance(hour)
    }
    const body = { current_password: password, code: recoveryCodes[9] ?? '' }
    const eleventh = await t.call('POST', '/v0/user/passkeys/options', { token: person.token, body })
    expect(codeIn(eleventh)).toBe('passkeys_full')
  })

  test('are added in the session that began it, once, for the own host', async () => {
    const person = await member()
    const begin = async () =>
      (await t.ask(beginPasskey, { token: person.token, body: { current_password: password } })).options
    const add = (passkey: object, token = person.token) =>
      t.call('POST', '/v0/user/passkeys', { token, body: { name: 'Key', passkey } })
    const other = await t.signIn(person.email)
    const key = softPasskey(injectOrigin)
    const options = await begin()
    expect(codeIn(await add(key.attest(options), other))).toBe('passkey_not_accepted')
    for (const but of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { type: 'webauthn.get' }])
      expect(codeIn(await add(key.attest(options, but)))).toBe('passkey_not_accepted')
    expect((await add(key.attest(options))).status).toBe(200)
    expect(codeIn(await add(softPasskey(injectOrigin).attest(options)))).toBe('passkey_not_accepted')
    // Nobody else can add the same passkey.
    const thief = await member()
    const theirs = (await t.ask(beginPasskey, { token: thief.token, body: { current_password: password } })).options
    expect(codeIn(await add(key.attest(theirs), thief.token))).toBe('passkey_not_accepted')
    clock.advance(5 * 60_000)
  })

  test('stay when the app is removed, and so does the second factor', async () => {
    const person = await member()
    const factor = await switchFactorOn(t, person.token)
    await addSoftPasskey(t, person.token, { secrets: { code: factor.code() } })
    const body = { current_password: password, code: factor.recoveryCodes[0] ?? '' }
    await t.ask(endSecondFactor, { token: person.token, body })
    const left = await t.ask(getSecondFactor, { token: person.token })
    expect(left).toMatchObject({ since: null, recovery_codes_left: 9, passkeys: [{ name: 'Soft key' }] })
    const answer = await t.ask(createSession, { body: { username: person.email, password } })
    expect(answer).toMatchObject({ second_factors: ['passkey'] })
  })
})

describe('a host', () => {
  const begin = (app: typeof t, token: string, host: string) =>
    app.app.inject({
      method: 'POST',
      url: '/v0/user/passkeys/options',
      headers: { authorization: token, host },
      payload: { current_password: password },
    })

  test('that only the request names has no passkeys', async () => {
    const person = await member()
    for (const host of ['evil.example', '127.0.0.1:8080', 'localhost.evil.example'])
      expect(codeOf(await begin(t, person.token, host))).toBe('passkey_not_here')
    expect((await begin(t, person.token, 'localhost:8080')).statusCode).toBe(200)
  })

  describe('of a public address', async () => {
    const config = { publicUrl: 'https://millwatch.example', trustProxy: '127.0.0.1' }
    const behind = await injectApp({ clock, db: t.db, config })
    afterAll(() => behind.close())
    test('is the only one', async () => {
      const person = await member()
      const options = (host: string, protocol: string) =>
        behind.app.inject({
          method: 'POST',
          url: '/v0/user/passkeys/options',
          headers: { authorization: person.token, host, 'x-forwarded-proto': protocol },
          payload: { current_password: password },
        })
      const right = await options('millwatch.example', 'https')
      expect(right.json()).toMatchObject({ options: { rp: { id: 'millwatch.example' } } })
      for (const [host, protocol] of [
        ['evil.example', 'https'],
        ['millwatch.example', 'http'],
        ['localhost', 'http'],
      ] as const)
        expect(codeOf(await options(host, protocol))).toBe('passkey_not_here')
    })
  })
})

describe('whoever lost all', () => {
  test('is satisfied by a passkey where the company requires a second factor, and helped by a superuser', async () => {
    const strict = await companyWithPeople(t, 'keystrict')
    const [admin, superuser] = await Promise.all(
      (['admin', 'superuser'] as const).map((role) => t.signIn(strict.emailOf(role))),
    )
    const body = { second_factor_required: true }
    expect((await t.call('PUT', '/v0/company/sign_in', { token: superuser ?? '', body })).status).toBe(200)
    clock.advance(1001)
    const read = async (token = '') => (await t.call('GET', '/v0/company', { token })).status
    expect(await read(admin)).toBe(403)
    for (const token of [admin, superuser]) await addSoftPasskey(t, token ?? '')
    expect([await read(admin), await read(superuser)]).toEqual([200, 200])
    const token = superuser ?? ''
    const row = (await t.ask(listUsers, { token })).users.find(({ username }) => username === strict.emailOf('admin'))
    expect(row?.has_second_factor).toBe(true)
    expect((await t.call('DELETE', `/v0/users/${row?.id}/second_factor`, { token })).status).toBe(200)
    expect(await t.ask(createSession, { body: { username: strict.emailOf('admin'), password } })).toHaveProperty(
      'token',
    )
    const left = await t.db.owner.query('select from passkey where user_id = $1', [row?.id])
    expect(left.rowCount).toBe(0)
    const codes = await t.db.owner.query('select from recovery_code where user_id = $1', [row?.id])
    expect(codes.rowCount).toBe(0)
  })

  test('is helped by the operator, who also rotates keys without an effect on passkeys', async () => {
    const person = await keyed()
    await millwatch(t, 'keys', 'rotate')
    const { step, options } = await asked(person)
    expect((await enter({ step, passkey: person.passkey.sign(options) })).statusCode).toBe(200)
    await millwatch(t, 'user', 'second-factor-off', person.email)
    expect(await t.signIn(person.email)).toMatch(/./)
  })
})
