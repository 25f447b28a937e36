import { createSession, getUser } from '@millwatch/contract/http/identity'
import {
  endSecondFactor,
  enterSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@millwatch/contract/http/identity-second-factor'
import { listUsers } from '@millwatch/contract/http/members'
import { HOUR_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { millwatch } from '@millwatch/lab/app/commands'
import { companyWithPeople, password } from '@millwatch/lab/app/inject-app'
import { beginFactor, stepOf, switchFactorOn } from '@millwatch/lab/app/second-factor'
import { beforeEach, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { installationSecret } from '../../platform/installation/store-directory.ts'
import { createUser } from './people.ts'

const clock = manualClock(Date.parse('2026-11-02T09:00:00Z'))
const { t, company: acme } = await appWithCompany({ clock })
const second = await companyWithPeople(t, 'second')
// Failures of one test must not slow down the next, and codes of one are not those of the next.
beforeEach(() => clock.advance(2 * HOUR_MS))

let people = 0
/** Makes a member who is signed in. */
async function member(companyId = acme.companyId, role: 'user' | 'admin' | 'superuser' = 'user') {
  const email = `member${++people}@acme.example`
  const named = { firstName: 'Mem', lastName: 'Ber', password, mustChangePassword: false }
  const { userId } = await createUser({ database: t.db.database, clock }, { companyId, email, role, ...named })
  return { userId, email, token: await t.signIn(email, companyId) }
}
const complete = (body: object, from = '10.1.0.1') =>
  t.app.inject({ method: 'POST', url: '/v0/sessions/second_factor', payload: body, remoteAddress: from })
const codeOf = (answer: { json: () => unknown }) => (answer.json() as { code?: string }).code
const subjects = async (recipient: string) =>
  (
    await t.db.owner.query<{ subject: string }>('select subject from mail where recipient = $1 order by mail_id', [
      recipient,
    ])
  ).rows.map(({ subject }) => subject)
const operations = async (userId: number) =>
  (
    await t.db.owner.query<{ operation: string }>(
      `select operation from audit_entry where subject = $1 or (user_id = $2 and operation like 'session.second%') order by occurred_at`,
      [`user/${userId}`, userId],
    )
  ).rows.map(({ operation }) => operation)

describe('signing in with a second factor', () => {
  test('takes a code after the password, and no code twice', async () => {
    const person = await member()
    const factor = await switchFactorOn(t, person.token)
    const answer = await t.ask(createSession, { body: { username: person.email, password } })
    expect(Object.keys(answer).sort()).toEqual(['second_factors', 'step', 'step_expires_at'])
    const step = 'step' in answer ? answer.step : ''
    const code = factor.code()
    const entered = await t.ask(enterSecondFactor, { body: { step, code } })
    const token = 'token' in entered ? entered.token : undefined
    expect((await t.ask(getUser, { token: token ?? '' })).user.id).toBe(person.userId)
    const again = await complete({ step: await stepOf(t, { username: person.email }), code })
    expect([again.statusCode, codeOf(again)]).toEqual([401, 'second_factor_wrong'])
    expect(await operations(person.userId)).toContain('session.second_factor')
  })

  test('stays as it is for whoever has none', async () => {
    const person = await member()
    await beginFactor(t, person.token)
    const answer = await t.ask(createSession, { body: { username: person.email, password } })
    expect(Object.keys(answer).sort()).toEqual(['expires_at', 'must_change_password', 'token', 'user'])
  })

  test('asks for the company after the code, which is not asked for again', async () => {
    const person = await member()
    const both = { email: person.email, firstName: 'B', lastName: 'Oth', password, mustChangePassword: false }
    await createUser({ database: t.db.database, clock }, { ...both, companyId: second.companyId, role: 'user' })
    const factor = await switchFactorOn(t, person.token)
    const step = await stepOf(t, { username: person.email })
    const choice = await t.ask(enterSecondFactor, { body: { step, code: factor.code() } })
    if (!('companies' in choice)) throw new Error('No companies were named')
    expect(choice.companies.map(({ name }) => name).sort()).toEqual(['acme', 'second'])
    const entered = await t.ask(enterSecondFactor, { body: { step: choice.step, company_id: second.companyId } })
    expect('user' in entered && entered.user.company_name).toBe('second')
    // The first step still takes a code.
    expect((await complete({ step, company_id: second.companyId })).statusCode).toBe(401)
  })

  test('takes each recovery code once, and mails the owner', async () => {
    const person = await member()
    const { recoveryCodes } = await switchFactorOn(t, person.token)
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = ''] = recoveryCodes
    const typed = first.toUpperCase().replaceAll('-', ' ')
    expect((await complete({ step: await stepOf(t, { username: person.email }), code: typed })).statusCode).toBe(200)
    expect((await complete({ step: await stepOf(t, { username: person.email }), code: first })).statusCode).toBe(401)
    expect((await t.ask(getSecondFactor, { token: person.token })).recovery_codes_left).toBe(9)
    expect(await subjects(person.email)).toEqual(['Your second factor was switched on', 'A recovery code was used'])
  })

  test('is over after five minutes, with another password, and for a changed step', async () => {
    const person = await member()
    const factor = await switchFactorOn(t, person.token)
    const step = await stepOf(t, { username: person.email })
    const [userId = '', ...rest] = step.split('.')
    const forged = [[Number(userId) - 1, ...rest].join('.'), step.replace(/\.0\.(\d+\.)/, '.1.$1'), 'x', `${step}x`]
    for (const bad of forged) expect(codeOf(await complete({ step: bad, code: factor.code() }))).toBe('step_invalid')
    clock.advance(5 * 60_000)
    expect(codeOf(await complete({ step, code: factor.code() }))).toBe('step_invalid')
    const next = await stepOf(t, { username: person.email })
    const body = { current_password: password, password: `${password} 2` }
    expect((await t.call('PUT', '/v0/user/password', { token: person.token, body })).status).toBe(200)
    expect(codeOf(await complete({ step: next, code: factor.code() }))).toBe('step_invalid')
  })

  test('refuses the eleventh wrong code in five minutes and the fifty-first in a day, except where they signed in before', async () => {
    // The start of a day, so that all codes of the test are of one.
    clock.advance(24 * HOUR_MS - (clock.now() % (24 * HOUR_MS)))
    const person = await member()
    const factor = await switchFactorOn(t, person.token)
    const enter = async (code: string, from: string) =>
      (await complete({ step: await stepOf(t, { username: person.email }), code }, from)).statusCode
    const wrong = async (times: number) => {
      const statuses: number[] = []
      for (let i = 0; i < times; i++) statuses.push(await enter('000000', `10.2.${people}.${i}`))
      return statuses
    }
    expect(await enter(factor.code(), '10.9.0.1')).toBe(200)
    clock.advance(HOUR_MS)
    expect(await wrong(11)).toEqual([...Array<number>(10).fill(401), 429])
    expect(await enter(factor.code(), '10.9.0.2')).toBe(429)
    expect(await enter(factor.code(), '10.9.0.1')).toBe(200)
    expect(await subjects(person.email)).toContain('Somebody knows your password')
    await t.db.owner.query('delete from mail where recipient = $1', [person.email])
    for (let i = 0; i < 4; i++) {
      clock.advance(HOUR_MS)
      await wrong(10)
    }
    clock.advance(HOUR_MS)
    expect(await enter(factor.code(), '10.9.0.2')).toBe(429)
    expect(await subjects(person.email)).toEqual(['Somebody knows your password'])
    clock.advance(48 * HOUR_MS)
    expect(await enter(factor.code(), '10.9.0.2')).toBe(200)
  })
})

describe('the own second factor', () => {
  test('is switched on by password and code, ends every other session, and is kept encrypted', async () => {
    const person = await member()
    const other = await t.signIn(person.email)
    const wrong = { current_password: 'wrong' }
    expect((await t.call('POST', '/v0/user/second_factor', { token: person.token, body: wrong })).status).toBe(400)
    const factor = await beginFactor(t, person.token)
    const confirm = (code: string) =>
      t.call('POST', '/v0/user/second_factor/confirm', { token: person.token, body: { code } })
    expect((await confirm('000000')).json).toMatchObject({ code: 'second_factor_code_wrong' })
    expect((await t.call('GET', '/v0/user', { token: other })).status).toBe(200)
    expect((await confirm(factor.code())).status).toBe(200)
    expect((await t.call('GET', '/v0/user', { token: other })).status).toBe(401)
    expect((await t.ask(getSecondFactor, { token: person.token })).since).toBe(new Date(clock.now()).toISOString())
    const { rows } = await t.db.owner.query<{ secret: Buffer }>('select secret from second_factor where user_id = $1', [
      person.userId,
    ])
    expect(rows[0]?.secret.byteLength).toBe(12 + 16 + 20)
    const again = { current_password: password, code: factor.code() }
    expect((await t.call('POST', '/v0/user/second_factor', { token: person.token, body: again })).status).toBe(409)
  })

  test('must be confirmed within an hour', async () => {
    const person = await member()
    const factor = await beginFactor(t, person.token)
    clock.advance(HOUR_MS + 1)
    const body = { code: factor.code() }
    const answer = await t.call('POST', '/v0/user/second_factor/confirm', { token: person.token, body })
    expect(answer.json).toMatchObject({ code: 'second_factor_not_begun' })
  })

  test('gets new recovery codes and is switched off by password and code', async () => {
    const person = await member()
    const factor = await switchFactorOn(t, person.token)
    const renewed = await t.ask(renewRecoveryCodes, {
      token: person.token,
      body: { current_password: password, code: factor.code() },
    })
    const former = { current_password: password, code: factor.recoveryCodes[0] ?? '' }
    expect(
      (await t.call('DELETE', '/v0/user/second_factor', { token: person.token, body: former })).json,
    ).toMatchObject({
      code: 'second_factor_code_wrong',
    })
    const body = { current_password: password, code: renewed.recovery_codes[0] ?? '' }
    await t.ask(endSecondFactor, { token: person.token, body })
    expect(await t.ask(getSecondFactor, { token: person.token })).toMatchObject({
      since: null,
      recovery_codes_left: null,
    })
    expect(await t.signIn(person.email)).toMatch(/./)
    expect(await operations(person.userId)).toEqual(
      expect.arrayContaining([
        'second_factor.begin',
        'second_factor.confirm',
        'second_factor.renew_codes',
        'second_factor.end',
      ]),
    )
  })
})

describe('the company', () => {
  test('requires one of its admins, who can do nothing else before', async () => {
    const strict = await companyWithPeople(t, 'strict')
    const [admin, superuser, user] = await Promise.all(
      (['admin', 'superuser', 'user'] as const).map((role) => t.signIn(strict.emailOf(role))),
    )
    const ask = async (token = '') => (await t.call('GET', '/v0/company', { token })).status
    const body = { second_factor_required: true }
    expect((await t.call('PUT', '/v0/company/sign_in', { token: admin ?? '', body })).status).toBe(403)
    const set = await t.call('PUT', '/v0/company/sign_in', { token: superuser ?? '', body })
    expect(set.json).toMatchObject({ company: { second_factor_required: true } })
    clock.advance(1001)
    expect([await ask(admin), await ask(superuser), await ask(user)]).toEqual([403, 403, 200])
    const refused = await t.call('GET', '/v0/company', { token: admin ?? '' })
    expect(refused.json).toMatchObject({ code: 'second_factor_required' })
    expect((await t.ask(getUser, { token: admin ?? '' })).user.must_set_up_second_factor).toBe(true)
    expect((await t.ask(getUser, { token: user ?? '' })).user.must_set_up_second_factor).toBe(false)
    await switchFactorOn(t, admin ?? '')
    expect(await ask(admin)).toBe(200)
    expect((await t.ask(getUser, { token: admin ?? '' })).user.must_set_up_second_factor).toBe(false)
  })

  test('has its superusers remove that of a member, unless the member belongs to another company too', async () => {
    const [person, shared] = [await member(), await member()]
    const both = { email: shared.email, firstName: 'B', lastName: 'Oth', password, mustChangePassword: false }
    await createUser({ database: t.db.database, clock }, { ...both, companyId: second.companyId, role: 'user' })
    for (const { token } of [person, shared]) await switchFactorOn(t, token)
    const token = await t.signIn(acme.emailOf('superuser'))
    const listed = async () =>
      (await t.ask(listUsers, { token })).users.find(({ id }) => id === person.userId)?.has_second_factor
    expect(await listed()).toBe(true)
    const remove = (id: number, by = token) => t.call('DELETE', `/v0/users/${id}/second_factor`, { token: by })
    expect((await remove(shared.userId)).json).toMatchObject({ code: 'second_factor_shared' })
    expect((await remove(person.userId, await t.signIn(acme.emailOf('admin')))).status).toBe(403)
    await t.ask(removeSecondFactor, { token, params: { id: person.userId } })
    expect(await listed()).toBe(false)
    expect((await remove(person.userId)).json).toMatchObject({ code: 'second_factor_off' })
    expect(await t.signIn(person.email)).toMatch(/./)
    expect(await subjects(person.email)).toContain('Your second factor was removed')
  })
})

describe('the operator', () => {
  test('removes the second factor of somebody who is locked out', async () => {
    const person = await member(acme.companyId, 'superuser')
    await switchFactorOn(t, person.token)
    expect((await millwatch(t, 'user', 'second-factor-off', person.email)).join()).toContain('gets a mail about it')
    expect(await t.signIn(person.email)).toMatch(/./)
    await expect(millwatch(t, 'user', 'second-factor-off', person.email)).rejects.toThrow('has no second factor')
    expect(await operations(person.userId)).toContain('user.second_factor_off')
  })

  test('rotates the key of secrets, which stay valid on a server that runs', async () => {
    const person = await member()
    const factor = await switchFactorOn(t, person.token)
    const key = await installationSecret(t.db.database, 'second_factor')
    expect((await millwatch(t, 'keys', 'rotate')).join('\n')).toMatch(/\d+ secrets? of second factors/)
    expect((await installationSecret(t.db.database, 'second_factor')).equals(key)).toBe(false)
    const answer = await complete({ step: await stepOf(t, { username: person.email }), code: factor.code() })
    expect(answer.statusCode).toBe(200)
  })
})
