import { listClientErrors, reportClientError } from '@millwatch/contract/http/client-errors'
import { DAY_MS, MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople } from '@millwatch/lab/app/inject-app'
import { beforeAll, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { asSystem } from '../../platform/ctx.ts'
import { forgetClientErrors } from './index.ts'

const clock = manualClock(Date.parse('2026-05-04T08:00:00Z'))
const { t, company: acme, companyId } = await appWithCompany({ clock })
const tokens = { user: '', admin: '', superuser: '', other: '' }

beforeAll(async () => {
  const globex = await companyWithPeople(t, 'globex')
  for (const role of ['user', 'admin', 'superuser'] as const) tokens[role] = await t.signIn(acme.emailOf(role))
  tokens.other = await t.signIn(globex.emailOf('superuser'))
})

const report = (message: string) => ({
  version: '0.1.0',
  route: '/e/17?tab=canary',
  message,
  stack: 'at f (/a.js?canary)',
})
const list = async (token: string, query = {}) => (await t.ask(listClientErrors, { token, query })).client_errors

test('what broke is listed for superusers of the company, the latest first, without what was on the page', async () => {
  for (const message of ['one', 'two', 'three']) {
    await t.ask(reportClientError, { token: tokens.user, body: report(message) })
    clock.advance(1000)
  }
  const errors = await list(tokens.superuser)
  expect(errors.map((entry) => entry.message)).toEqual(['three', 'two', 'one'])
  expect(errors[0]).toMatchObject({ route: '/e/17', stack: 'at f (/a.js)', browser: null, version: '0.1.0' })
  expect(JSON.stringify(errors)).not.toContain('canary')
  expect((await list(tokens.superuser, { limit: 1, before: errors[0]?.id })).map((entry) => entry.message)).toEqual([
    'two',
  ])
  expect(await list(tokens.other)).toEqual([])
  for (const token of [tokens.user, tokens.admin])
    expect((await t.call('GET', '/v0/client-errors', { token })).status).toBe(403)
  expect((await t.call('POST', '/v0/client-errors', { body: report('x') })).status).toBe(401)
  const extra = { ...report('x'), page: '<html>' }
  expect((await t.call('POST', '/v0/client-errors', { token: tokens.user, body: extra })).status).toBe(400)
})

test('a page that fails in a loop may report ten times a minute, and other pages still report', async () => {
  clock.advance(MINUTE_MS + 1)
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) {
    const { status } = await t.call('POST', '/v0/client-errors', { token: tokens.user, body: report('again') })
    statuses.push(status)
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
  await t.ask(reportClientError, { token: tokens.admin, body: report('other') })
  clock.advance(MINUTE_MS + 1)
  await t.ask(reportClientError, { token: tokens.user, body: report('later') })
})

test('what is older than 30 days is forgotten', async () => {
  const before = (await list(tokens.superuser, { limit: 200 })).length
  clock.advance(29 * DAY_MS)
  const forget = () => asSystem({ database: t.db.database, clock }, companyId, forgetClientErrors)
  await forget()
  const count = async () => (await t.db.owner.query('select count(*)::int as n from client_error')).rows[0].n
  expect(await count()).toBe(before)
  clock.advance(DAY_MS + MINUTE_MS)
  await forget()
  expect(await count()).toBe(0)
})
