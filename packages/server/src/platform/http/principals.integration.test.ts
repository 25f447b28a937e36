import * as apiKeys from '@millwatch/contract/http/api-keys'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { usualRates } from './rate-limit.ts'

const clock = manualClock(Date.UTC(2026, 5, 10))
const few = { perS: 2, burst: 5 }

const { t, company: acme } = await appWithCompany({ clock, rates: { ...usualRates, read: few, public: few } })

const ask = (token: string, path = '/v0/timezones') => t.call('GET', path, { token })

async function refusedAfter(token: string): Promise<number> {
  for (let i = 0; i < 20; i++) if ((await ask(token)).status === 429) return i
  return 20
}

describe('how often one may ask', () => {
  test('is answered with the time to come again, separately for each principal', async () => {
    const user = await t.signIn(acme.emailOf('user'))
    const admin = await t.signIn(acme.emailOf('admin'))
    expect(await refusedAfter(user)).toBe(few.burst)
    const refused = await ask(user)
    expect(refused.json).toMatchObject({ status: 'error', code: 'too_many_requests' })
    expect(refused.headers['retry-after']).toBe('1')
    expect((await ask(admin)).status).toBe(200)
    const expires_at = new Date(clock.now() + 86_400_000).toISOString()
    const { key } = await t.ask(apiKeys.createApiKey, { token: admin, body: { name: 'x', expires_at } })
    expect(await refusedAfter(key)).toBe(few.burst)
    clock.advance(1000)
    expect([(await ask(user)).status, (await ask(user)).status, (await ask(user)).status]).toEqual([200, 200, 429])
  })

  test('counts a person, not a session', async () => {
    const [token, otherToken] = [await t.signIn(acme.emailOf('superuser')), await t.signIn(acme.emailOf('superuser'))]
    expect(await refusedAfter(token)).toBe(few.burst)
    expect((await ask(otherToken)).status).toBe(429)
  })

  test('counts whoever is nobody by network', async () => {
    const from = (remoteAddress: string) => t.app.inject({ method: 'GET', url: '/v0/setup', remoteAddress })
    const statuses: number[] = []
    for (let i = 0; i <= few.burst; i++) statuses.push((await from(`2001:db8::${i}`)).statusCode)
    expect(statuses.indexOf(429)).toBe(few.burst)
    expect((await from('2001:db8:0:1::1')).statusCode).not.toBe(429)
  })
})

test('false tokens of one address are refused before they are looked up, and keep out nobody who was in before', async () => {
  const token = await t.signIn(acme.emailOf('user'))
  clock.advance(60_000)
  const askFrom = (sent: string, remoteAddress: string) =>
    t.app.inject({ url: '/v0/timezones', headers: { authorization: sent }, remoteAddress })
  expect((await askFrom(token, '10.9.0.1')).statusCode).toBe(200)
  const answers = await Promise.all(Array.from({ length: 520 }, (_, i) => askFrom(`false-${i}`, '10.9.0.1')))
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(520 - refused.length)
  expect(refused.length).toBeGreaterThanOrEqual(20)
  expect(refused[0]?.headers['retry-after']).toBe('1')
  expect((await askFrom(token, '10.9.0.1')).statusCode).toBe(200)
  expect((await askFrom('false', '10.9.0.2')).statusCode).toBe(401)
})

describe('a person whose password was chosen by somebody else', () => {
  test('can do nothing before it is changed, and the error says so', async () => {
    const email = acme.emailOf('admin')
    await t.db.owner.query('update app_user set must_change_password = true where email = $1', [email])
    clock.advance(5000)
    const token = await t.signIn(email)
    for (const path of ['/v0/company', '/v0/timezones', '/v0/audit', '/v0/users'])
      expect(await ask(token, path)).toMatchObject({ status: 403, json: { code: 'password_must_change' } })
    clock.advance(5000)
    expect((await ask(token, '/v0/user')).status).toBe(200)
    expect((await t.call('DELETE', '/v0/sessions/current', { token })).status).toBe(200)
  })
})
