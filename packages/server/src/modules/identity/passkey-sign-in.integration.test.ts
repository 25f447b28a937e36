import { createSession, getUser } from '@millwatch/contract/http/identity'
import { askOwnPasskey } from '@millwatch/contract/http/identity-passkeys'
import { askPasskeyOfStep, enterSecondFactor, getSecondFactor } from '@millwatch/contract/http/identity-second-factor'
import { injectApp, password } from '@millwatch/lab/app/inject-app'
import { addSoftPasskey, injectOrigin } from '@millwatch/lab/app/passkeys'
import { stepOf, switchFactorOn } from '@millwatch/lab/app/second-factor'
import { softPasskey } from '@millwatch/lab/product/passkey'
import { describe, expect, test } from 'vitest'
import { codeIn, codeOf, passkeyBench } from './passkeys.testing.ts'
import { createUser } from './people.ts'

const { t, clock, second, member, keyed, startSignIn, enter, subjects, entries } = await passkeyBench()

describe('a passkey', () => {
  test('completes a sign-in after the password, and is listed with its last use', async () => {
    const person = await keyed()
    const answer = await t.ask(createSession, { body: { username: person.email, password } })
    expect(answer).toMatchObject({ second_factors: ['passkey'] })
    const { step, options } = await startSignIn(person)
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
    const { step, options } = await startSignIn(person)
    const choice = await t.ask(enterSecondFactor, { body: { step, passkey: passkey.sign(options) } })
    if (!('companies' in choice)) throw new Error('No companies were named')
    const entered = await t.ask(enterSecondFactor, { body: { step: choice.step, company_id: second.companyId } })
    expect('user' in entered && entered.user.company_name).toBe('second')
  })

  test('that does not count is accepted again and again', async () => {
    const person = await member()
    const { passkey } = await addSoftPasskey(t, person.token, { passkey: softPasskey(injectOrigin, { counter: 0 }) })
    for (let i = 0; i < 3; i++) {
      const { step, options } = await startSignIn(person)
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
    const { step, options } = await startSignIn(person)
    expect((await enter({ step, passkey: passkey.sign(options) })).statusCode).toBe(200)
  })
})

describe('a sign-in by passkey is refused', () => {
  test('with a challenge that was used, also on another server', async () => {
    const person = await keyed()
    const { step, options } = await startSignIn(person)
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
    const { step, options } = await startSignIn(person)
    const answers = await Promise.all(Array.from({ length: 10 }, () => enter({ step, passkey: passkey.sign(options) })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  test('with a challenge of another step, of a session, or of its own making', async () => {
    const person = await keyed()
    const { step } = await startSignIn(person)
    clock.advance(1)
    const other = await startSignIn(person)
    const ofSession = await t.ask(askOwnPasskey, { token: person.token, body: {} })
    const forged = { ...other.options, challenge: Buffer.alloc(72, 7).toString('base64url') }
    for (const options of [other.options, ofSession.options, forged])
      expect(codeOf(await enter({ step, passkey: person.passkey.sign(options) }))).toBe('passkey_wrong')
  })

  test('after five minutes', async () => {
    const person = await keyed()
    const { step, options } = await startSignIn(person)
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
    const { step, options } = await startSignIn(person)
    expect(codeOf(await enter({ step, passkey: person.passkey.sign(options, but) }))).toBe('passkey_wrong')
    const next = await startSignIn(person)
    expect((await enter({ step: next.step, passkey: person.passkey.sign(next.options) })).statusCode).toBe(200)
  })

  test('with a changed signature, an unknown passkey, or bytes that are none', async () => {
    const person = await keyed()
    const { step, options } = await startSignIn(person)
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
    const { step, options } = await startSignIn(person)
    for (const { passkey } of [colleague, foreigner]) {
      expect(codeOf(await enter({ step, passkey: passkey.sign(options) }))).toBe('passkey_wrong')
    }
    expect((await enter({ step, passkey: person.passkey.sign(options) })).statusCode).toBe(200)
  })

  test('when its counter went back, and its person gets a mail, once a day', async () => {
    const person = await keyed()
    const first = await startSignIn(person)
    expect(
      (await enter({ step: first.step, passkey: person.passkey.sign(first.options, { counter: 50 }) })).statusCode,
    ).toBe(200)
    for (const counter of [49, 50, 0]) {
      const { step, options } = await startSignIn(person)
      expect(codeOf(await enter({ step, passkey: person.passkey.sign(options, { counter }) }))).toBe('passkey_wrong')
    }
    expect((await subjects(person.email)).filter((subject) => subject.includes('copied'))).toHaveLength(1)
    const { step, options } = await startSignIn(person)
    expect((await enter({ step, passkey: person.passkey.sign(options, { counter: 51 }) })).statusCode).toBe(200)
  })

  test('after ten wrong ones in five minutes, as codes are', async () => {
    const person = await keyed()
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) {
      const { step, options } = await startSignIn(person)
      const passkey = person.passkey.sign(options, { origin: 'https://evil.example' })
      statuses.push((await enter({ step, passkey }, `10.3.0.${i}`)).statusCode)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
    const { step, options } = await startSignIn(person)
    expect((await enter({ step, passkey: person.passkey.sign(options) }, '10.9.0.9')).statusCode).toBe(429)
  })
})
