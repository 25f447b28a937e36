import { readFileSync } from 'node:fs'
import * as company from '@millwatch/contract/http/company'
import { getUser } from '@millwatch/contract/http/identity'
import * as tree from '@millwatch/contract/http/tree'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, injectApp } from '@millwatch/lab/app/inject-app'
import { openLive } from '@millwatch/lab/app/live-client'
import { everyEndpoint } from '@millwatch/lab/contract-tests/operations'
import { beforeAll, describe, expect, test } from 'vitest'

const endpoints = await everyEndpoint()
const t = await openApp({ config: { metricsToken: 'metrics-token-of-a-test' } })
const tokens: Record<'acme' | 'globex', string> = { acme: '', globex: '' }

beforeAll(async () => {
  for (const name of ['acme', 'globex'] as const) {
    const { emailOf, rootOrgUnitId } = await companyWithPeople(t, name)
    tokens[name] = await t.signIn(emailOf('user'))
    const token = await t.signIn(emailOf('admin'))
    if (name === 'acme')
      await t.ask(tree.createOrgUnit, { token, body: { name: 'canary-unit', parent_id: rootOrgUnitId } })
  }
})

describe('every answer', () => {
  const paths = [
    '/',
    '/v0/e/1',
    '/v0/nothing',
    '/nothing',
    '/health',
    '/docs',
    '/docs/json',
    '/docs/static/swagger-ui.css',
    '/metrics',
    '/live',
  ]
  test.each(paths)('%s bears the strict headers', async (path) => {
    const { headers } = await t.call('GET', path)
    const csp = String(headers['content-security-policy'])
    expect(csp).not.toMatch(/unsafe/)
    for (const part of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"]) expect(csp).toContain(part)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers).toHaveProperty('permissions-policy')
    if (path.startsWith('/v0')) expect(headers['cache-control']).toBe('no-store')
  })

  test('documents every call, in a page and as JSON', async () => {
    const { json } = await t.call('GET', '/docs/json')
    const { paths } = json as { paths: Record<string, Record<string, { summary: string }>> }
    for (const { method, path, summary } of endpoints) {
      const written = path.replace(/:([a-z]+)/g, '{$1}')
      expect(paths[written]?.[method.toLowerCase()]?.summary).toBe(summary)
    }
  })

  test.each(['running_inside_s', 'util_pct', 'restated_at', 'cycles_current', 'lateStart', 'startDate'])(
    'documents what %s means',
    async (field) => {
      const { text } = await t.call('GET', '/docs/json')
      const described = new RegExp(
        `"${field}":\\{[^{}]*"description":"[^"]{15}|"description":"[^"]{15}[^{}]*"name":"${field}"|"name":"${field}"[^{}]*"description":"[^"]{15}`,
      )
      expect(text).toMatch(described)
    },
  )

  test.each(['alerts.yml', 'dashboard.json'])('metrics have each name that %s asks for', async (file) => {
    const { text } = await t.call('GET', '/metrics', { headers: { authorization: 'Bearer metrics-token-of-a-test' } })
    const wanted = readFileSync(new URL(`../../../docs/operations/${file}`, import.meta.url), 'utf8')
    const names = new Set(wanted.match(/millwatch_[a-z0-9_]+/g))
    expect(names.size).toBeGreaterThan(8)
    expect([...names].filter((name) => !text.includes(`# TYPE ${name.replace(/_(count|bucket)$/, '')} `))).toEqual([])
  })

  test.each(['alerts.yml', 'dashboard.json'])('%s asks for the increase of counters only', async (file) => {
    const { text } = await t.call('GET', '/metrics', { headers: { authorization: 'Bearer metrics-token-of-a-test' } })
    const wanted = readFileSync(new URL(`../../../docs/operations/${file}`, import.meta.url), 'utf8')
    const names = [...wanted.matchAll(/\b(?:rate|increase)\((\w+)/g)].map(([, name = '']) => name)
    const kindOf = (name: string) => text.match(`# TYPE ${name.replace(/_(count|bucket)$/, '')} (\\w+)`)?.[1]
    expect(names).not.toEqual([])
    expect(names.filter((name) => !['counter', 'histogram'].includes(kindOf(name) ?? ''))).toEqual([])
  })

  test('each alert has its paragraph in the operations guide', () => {
    const read = (path: string) => readFileSync(new URL(`../../../docs/${path}`, import.meta.url), 'utf8')
    const alerts = [...read('operations/alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name]) => name)
    const guide = read('operations.md')
    expect(alerts.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
  })

  test('metrics name nobody', async () => {
    const answer = await t.call('GET', '/metrics', { headers: { authorization: 'Bearer metrics-token-of-a-test' } })
    expect(answer.text).toContain('operation="org_unit.create"')
    expect(answer.text).not.toMatch(/canary|acme|globex/)
  })
})

test('the metric of live rooms counts those that pages joined, and none of a page that joined none', async () => {
  const { httpUrl } = await t.listen()
  const metrics = async () =>
    (await t.call('GET', '/metrics', { headers: { authorization: 'Bearer metrics-token-of-a-test' } })).text
  const page = await openLive(httpUrl, { auth: { token: tokens.acme } })
  expect(await metrics()).toContain('millwatch_live_sockets 1\n')
  expect(await metrics()).toContain('millwatch_live_rooms 0\n')
  const { user } = await t.ask(getUser, { token: tokens.acme })
  expect(await page?.join(`user:${user.id}`)).toBe('joined')
  expect(await metrics()).toContain('millwatch_live_rooms 1\n')
  page?.close()
  await expect.poll(metrics).toContain('millwatch_live_rooms 0\n')
})

test('questions of two companies on two connections never mix', async () => {
  const narrow = t.db.open({ poolSize: { ask: 2, ingest: 2 } })
  const mixed = await injectApp({ db: { ...t.db, database: narrow } })
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, i) =>
      mixed.ask(company.getCompany, { token: i % 2 ? tokens.acme : tokens.globex }),
    ),
  )
  for (const [i, { company: read }] of answers.entries()) {
    expect(read.name).toBe(i % 2 ? 'acme' : 'globex')
    expect(JSON.stringify(read).includes('canary')).toBe(i % 2 === 1)
  }
  await mixed.close()
})
