import { addPasskey, askOwnPasskey, beginPasskey } from '@millwatch/contract/http/identity-passkeys'
import { getSecondFactor } from '@millwatch/contract/http/identity-second-factor'
import { HOUR_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { injectApp, password } from '@millwatch/lab/app/inject-app'
import { addSoftPasskey, injectOrigin } from '@millwatch/lab/app/passkeys'
import { beginFactor, stepOf, switchFactorOn } from '@millwatch/lab/app/second-factor'
import { softPasskey } from '@millwatch/lab/product/passkey'
import { beforeEach, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { createUser } from './people.ts'

const clock = manualClock(Date.parse('2026-11-02T09:00:00Z'))
const { t, company: acme } = await appWithCompany({ clock })
// Failures of one test must not slow down the next, and codes of one are not those of the next.
beforeEach(() => clock.advance(2 * HOUR_MS))

let people = 0
/** Makes a member who is signed in. */
async function member() {
  const email = `racer${++people}@acme.example`
  const named = { firstName: 'Mem', lastName: 'Ber', password, mustChangePassword: false, role: 'user' as const }
  await createUser({ database: t.db.database, clock }, { companyId: acme.companyId, email, ...named })
  return { email, token: await t.signIn(email) }
}

const begin = async (token: string, secrets: object = {}) =>
  (await t.ask(beginPasskey, { token, body: { current_password: password, ...secrets } })).options
type Options = Awaited<ReturnType<typeof begin>>
const add = (token: string, options: Options) =>
  t.call('POST', '/v0/user/passkeys', {
    token,
    body: { name: 'Key', passkey: softPasskey(injectOrigin).attest(options) },
  })
const codeIn = (answer: { json: unknown }) => (answer.json as { code?: string } | null)?.code

describe('at once', () => {
  test('four passkeys are added where one is left of ten: one is', async () => {
    const { token } = await member()
    const { passkey } = await addSoftPasskey(t, token)
    const proven = async () => {
      const { options } = await t.ask(askOwnPasskey, { token, body: {} })
      return begin(token, { passkey: passkey.sign(options) })
    }
    for (let count = 1; count < 9; count++) expect((await add(token, await proven())).status).toBe(200)
    const waiting = [await proven(), await proven(), await proven(), await proven()]
    const answers = await Promise.all(waiting.map((options) => add(token, options)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect((await t.ask(getSecondFactor, { token })).passkeys).toHaveLength(10)
  })

  test('a recovery code is used by ten sign-ins on two servers: one is let in', async () => {
    const { email, token } = await member()
    const { recoveryCodes } = await switchFactorOn(t, token)
    const other = await injectApp({ clock, db: t.db })
    const step = await stepOf(t, { username: email })
    const enter = (index: number) =>
      (index % 2 === 0 ? t : other).app.inject({
        method: 'POST',
        url: '/v0/sessions/second_factor',
        payload: { step, code: recoveryCodes[0] },
        remoteAddress: '10.1.0.1',
      })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => enter(index)))
    await other.close()
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect((await t.ask(getSecondFactor, { token })).recovery_codes_left).toBe(9)
  })
})

describe('what was begun by the password alone', () => {
  test('is no passkey any more once a second factor is on', async () => {
    const { token } = await member()
    const [before, first] = [await begin(token), await begin(token)]
    await t.ask(addPasskey, { token, body: { name: 'First', passkey: softPasskey(injectOrigin).attest(first) } })
    expect(codeIn(await add(token, before))).toBe('passkey_not_accepted')
    const other = await member()
    const waiting = await begin(other.token)
    await switchFactorOn(t, other.token)
    expect(codeIn(await add(other.token, waiting))).toBe('passkey_not_accepted')
  })

  test('is no app any more once a passkey is there', async () => {
    const { token } = await member()
    const factor = await beginFactor(t, token)
    await addSoftPasskey(t, token)
    const answer = await t.call('POST', '/v0/user/second_factor/confirm', { token, body: { code: factor.code() } })
    expect(codeIn(answer)).toBe('second_factor_not_begun')
    expect((await t.ask(getSecondFactor, { token })).since).toBeNull()
  })
})
