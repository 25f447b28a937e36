import { createSession } from '@millwatch/contract/http/identity'
import { askOwnPasskey, beginPasskey, removePasskey, renamePasskey } from '@millwatch/contract/http/identity-passkeys'
import { endSecondFactor, getSecondFactor } from '@millwatch/contract/http/identity-second-factor'
import { listUsers } from '@millwatch/contract/http/members'
import { HOUR_MS } from '@millwatch/domain/time'
import { millwatch } from '@millwatch/lab/app/commands'
import { companyWithPeople, injectApp, password } from '@millwatch/lab/app/inject-app'
import { addSoftPasskey, injectOrigin } from '@millwatch/lab/app/passkeys'
import { switchFactorOn } from '@millwatch/lab/app/second-factor'
import { softPasskey } from '@millwatch/lab/product/passkey'
import { afterAll, describe, expect, test } from 'vitest'
import { codeIn, codeOf, passkeyBench } from './passkeys.testing.ts'

const { t, clock, member, keyed, startSignIn, enter, subjects, entries } = await passkeyBench()

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
      clock.advance(HOUR_MS)
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
    const { step, options } = await startSignIn(person)
    expect((await enter({ step, passkey: person.passkey.sign(options) })).statusCode).toBe(200)
    await millwatch(t, 'user', 'second-factor-off', person.email)
    expect(await t.signIn(person.email)).toMatch(/./)
  })
})
