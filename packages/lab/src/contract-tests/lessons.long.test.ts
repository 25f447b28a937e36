import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@millwatch/contract/endpoint'
import { rawDataOfEquipment } from '@millwatch/contract/http/telemetry'
import { getEquipment } from '@millwatch/contract/http/tree'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { machineWithDevice } from '../app/inject-app.ts'
import { contentTypes, pathTricks } from './fuzz-values.ts'
import { everyEndpoint, isRead } from './operations.ts'
import type { Principal } from './principals.ts'
import { addressIn, type Sendable, sendTo } from './request.ts'
import { exampleOf, openStage, type Stage, validCall } from './stage.ts'
import { differing, fingerprinter } from './tables.ts'

const endpoints = await everyEndpoint()
const guarded = endpoints.filter(({ policy }) => !['public', 'device', 'kiosk'].includes(policy.least))
const takingAway = guarded.filter(({ method, path }) => method === 'DELETE' && path.includes(':'))
const withBody = endpoints.filter(({ shapes, method }) => shapes.body !== undefined && method !== 'GET')

let stage: Stage
let fingerprint: () => Promise<string>
const principal = (name: string): Principal =>
  stage.principals.find((candidate) => candidate.name === name) as Principal
const validBy = async (endpoint: Endpoint, name: string): Promise<Sendable> =>
  (await validCall(stage, endpoint, principal(name), { isServed: false })).sent

beforeAll(async () => {
  stage = await openStage()
  fingerprint = await fingerprinter(stage.t.db)
})
afterAll(() => stage?.t.close())

const unchanged = async (before: string) => expect(differing(before, await fingerprint())).toEqual([])
const named = (list: readonly Endpoint[]) =>
  list.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

describe('Grafana CVE-2024-1313, CVE-2021-39226: what is to be taken away', () => {
  test.each(named(takingAway))(
    '%s: a thing of another company or a literal placeholder is refused',
    async (_name, endpoint) => {
      const before = await fingerprint()
      const strange = await validBy(endpoint, "8 other company's superuser")
      expect((await sendTo(stage.t, endpoint, strange)).status).toBe(404)
      const { headers } = await validBy(endpoint, '5 superuser')
      for (const literal of [
        '{id}',
        ':id',
        '*',
        '%25',
        '%2A',
        '_',
        'null',
        'undefined',
        '[object Object]',
        '1,2',
        '1%20or%201=1',
      ]) {
        const path = endpoint.path.replace(/:[a-z]+/g, literal)
        const { status } = await stage.t.call('DELETE', path, { headers })
        expect([path, [400, 404].includes(status)]).toEqual([path, true])
      }
      await unchanged(before)
    },
  )
})

describe('Fastify CVE-2026-25223, CVE-2025-32442, CVE-2026-3419, CVE-2022-39288: what a body is said to be', () => {
  test.each(named(withBody))('%s: no content type makes an invalid body pass', async (_name, endpoint) => {
    const { headers, ...sent } = await validBy(
      endpoint,
      endpoint.operation === 'device.claim' ? '1 anonymous' : '5 superuser',
    )
    const before = await fingerprint()
    for (const type of contentTypes) {
      await stage.forgetAttempts()
      const contentType: Record<string, string> = type === '' ? {} : { 'content-type': type }
      const { status } = await stage.t.call(endpoint.method, addressIn(endpoint, sent), {
        headers: { ...headers, ...contentType },
        body: '{"unexpected":{"is_admin":true}}',
      })
      expect([type, [400, 404, 415].includes(status)]).toEqual([type, true])
    }
    await unchanged(before)
  })
})

describe('@fastify/static CVE-2026-6414, @fastify/express CVE-2026-33808: a path that is written otherwise', () => {
  const spellings = (path: string): string[] => [
    ...[`/${path}`, path.replace('/v0/', '/v0//'), `${path}/`, path.replace('/v0', '/V0'), path.toUpperCase()],
    ...[path.replace('/v0/', '/v0%2F'), path.replace('/v0/', '/v0/./'), path.replace('/v0/', '/v0/x/../')],
    ...[path.replace('/v0/', '/v0/..%2fv0/'), `/%2e${path}`, `/docs/..%2f..${path}`, `/assets/../${path.slice(1)}`],
    ...[path.replace('/v0/', '/v0/%2e%2e/v0/'), `/health/..;${path}`, path.replace('/v', '/%76')],
    ...pathTricks.map((trick) => `${path}${trick}`),
  ]
  const reads = guarded.filter((endpoint) => isRead(endpoint))
  test.each(named(reads))(
    '%s: another spelling gives no access that the usual path refuses',
    async (_name, endpoint) => {
      const path = addressIn(endpoint, await validBy(endpoint, '5 superuser'))
      const { least } = endpoint.policy
      for (const spelling of spellings(path.split('?')[0] ?? '')) {
        const nobody = await stage.t.call('GET', spelling)
        expect([spelling, [400, 401, 404].includes(nobody.status)]).toEqual([spelling, true])
        if (least === 'user') continue
        const user = await stage.t.call('GET', spelling, { headers: principal('3 user').headers })
        // A path that leads to another page may answer 200, because a user may read that page.
        const isElsewhere = user.status === 200 && !user.text.includes(`"${Object.keys(endpoint.shapes.answer)[1]}"`)
        expect([spelling, [400, 403, 404].includes(user.status) || isElsewhere]).toEqual([spelling, true])
      }
    },
  )
})

describe('Node-RED CVE-2021-21297: names that every object has', () => {
  test.each(named(withBody))('%s: in a body are refused, and change no other object', async (_name, endpoint) => {
    const sent = await validBy(endpoint, '5 superuser')
    const text = JSON.stringify(sent.body ?? {})
    const rest = text === '{}' ? '}' : `,${text.slice(1)}`
    const before = await fingerprint()
    for (const poison of [
      '"__proto__":{"polluted":1}',
      '"constructor":{"prototype":{"polluted":1}}',
      '"\\u005f_proto__":{"polluted":1}',
    ]) {
      const headers = { ...sent.headers, 'content-type': 'application/json', constructor: 'x' }
      await stage.forgetAttempts()
      const { status } = await stage.t.call(endpoint.method, `${addressIn(endpoint, sent)}`, {
        headers,
        body: `{${poison}${rest}`,
      })
      expect([poison, [400, 404].includes(status)]).toEqual([poison, true])
    }
    await unchanged(before)
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test.each(named(endpoints.filter(isRead)))('%s: in the address are refused or ignored', async (_name, endpoint) => {
    const sent = await validBy(endpoint, '3 user')
    for (const name of [
      '__proto__',
      'constructor',
      '__proto__[polluted]',
      'constructor[prototype][polluted]',
      'toString',
    ]) {
      const { status } = await sendTo(stage.t, endpoint, { ...sent, query: { ...sent.query, [name]: '1' } })
      expect([name, status < 500]).toEqual([name, true])
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

test('ThingsBoard #15447: two messages of one instant, with different fields, are both kept', async () => {
  const { t, firstCompany } = stage
  const token = firstCompany.people.admin.token
  const machine = await machineWithDevice(t, token, Number(firstCompany.things.org_unit), 'of one instant')
  const at = t.clock.now() - 60_000
  await machine.send([{ t: at, type: 'tlm', temperature_1: 21.5 }])
  await machine.send([{ t: at, type: 'tlm', analog_in_1: 7 }], randomUUID())
  const period = { startDate: new Date(at - 1000).toISOString(), endDate: new Date(at + 1000).toISOString() }
  const { data } = await t.ask(rawDataOfEquipment, { token, params: { id: machine.id }, query: period })
  expect(data.map(([, , temperature, analog]) => [temperature, analog]).sort()).toEqual(
    [
      [21.5, null],
      [null, 7],
    ].sort(),
  )
})

test('ThingsBoard #1769, #3119: what comes late fills the past, and what is latest stays', async () => {
  const { t, firstCompany } = stage
  const token = firstCompany.people.admin.token
  const machine = await machineWithDevice(t, token, Number(firstCompany.things.org_unit), 'of late batches')
  const now = t.clock.now()
  await machine.send([{ t: now - 5000, type: 'cycle', cycle_time: 3 }])
  const read = async () => (await t.ask(getEquipment, { token, params: { id: machine.id } })).equip
  const before = await read()
  const yesterday = now - 26 * 3_600_000
  const late = Array.from({ length: 50 }, (_, i) => ({ t: yesterday + i * 10_000, type: 'cycle', cycle_time: 9 }))
  await machine.send(late)
  const after = await read()
  expect([after.latest_cycle, after.current_status]).toEqual([before.latest_cycle, before.current_status])
  expect(before.latest_cycle?.data.cycle_time).toBe(3)
  const period = { startDate: new Date(yesterday - 1000).toISOString(), endDate: new Date(now).toISOString() }
  const { data } = await t.ask(rawDataOfEquipment, { token, params: { id: machine.id }, query: period })
  expect(data.length).toBe(51)
})

test('every DELETE call has an example with an id', () => {
  expect(takingAway.length).toBeGreaterThanOrEqual(10)
  for (const endpoint of takingAway) expect(Object.keys(exampleOf(endpoint).at ?? {})).not.toEqual([])
})
