import { createApiKey, revokeApiKey } from '@millwatch/contract/http/api-keys'
import { getUser } from '@millwatch/contract/http/identity'
import { deleteUser, updateUser } from '@millwatch/contract/http/members'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { type InjectApp, injectApp } from '@millwatch/lab/app/inject-app'
import { afterAll, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

/** The clock stands still, so that no cached session or key is read again because of its age. */
const clock = manualClock(Date.UTC(2026, 5, 10, 12))
const { t: first, company: acme } = await appWithCompany({ clock })
const second = await injectApp({ clock, db: { ...first.db, database: first.db.open() } })
const boss = await first.signIn(acme.emailOf('superuser'))
afterAll(() => second.close())

const soon = { interval: 5 }
const statusOf = async (server: InjectApp, path: string, token: string) =>
  (await server.call('GET', path, { token })).status

test('A role that another server changes counts here without waiting for the cache, and there at once', async () => {
  const token = await first.signIn(acme.emailOf('admin'))
  const { user } = await first.ask(getUser, { token })
  expect([await statusOf(first, '/v0/audit', token), await statusOf(second, '/v0/audit', token)]).toEqual([200, 200])
  const params = { id: user.id }
  await first.ask(updateUser, { token: boss, params, body: { is_admin: false, is_superuser: false } })
  expect(await statusOf(first, '/v0/audit', token)).toBe(403)
  await expect.poll(() => statusOf(second, '/v0/audit', token), soon).toBe(403)
})

test('A removed member and a revoked key are refused by every server', async () => {
  const token = await first.signIn(acme.emailOf('user'))
  const { user } = await first.ask(getUser, { token })
  const body = { name: 'Report', expires_at: new Date(clock.now() + 86_400_000).toISOString() }
  const { key, api_key } = await first.ask(createApiKey, { token: boss, body })
  for (const bearer of [token, `Bearer ${key}`])
    expect([await statusOf(first, '/v0/company', bearer), await statusOf(second, '/v0/company', bearer)]).toEqual([
      200, 200,
    ])
  await first.ask(deleteUser, { token: boss, params: { id: user.id } })
  await first.ask(revokeApiKey, { token: boss, params: { id: api_key.id } })
  for (const bearer of [token, `Bearer ${key}`]) {
    expect(await statusOf(first, '/v0/company', bearer)).toBe(401)
    await expect.poll(() => statusOf(second, '/v0/company', bearer), soon).toBe(401)
  }
})
