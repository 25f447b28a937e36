import { connect } from 'node:net'
import { endpoint } from '@millwatch/contract/endpoint'
import { getEquipment, removeEquipment, updateEquipment } from '@millwatch/contract/http/tree'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import type { Database } from '../db/index.ts'
import { silentLogger } from '../logger.ts'
import { createMetrics } from '../metrics.ts'
import { freeTurns } from '../turns/turns.testing.ts'
import type { UserCaller } from './caller.ts'
import { trustedProxies } from './proxies.ts'
import { RateLimiter } from './rate-limit.ts'
import { createRouter } from './route.ts'
import { createHttp } from './server.ts'

const caller: UserCaller = {
  kind: 'user',
  userId: 1,
  companyId: 1,
  sessionId: 1,
  role: 'superuser',
  expiresAt: 0,
  mustChangePassword: false,
  mustSetUpFactor: false,
}
const closed = { additionalProperties: false } as const
const params = Type.Object({ id: Type.Integer({ minimum: 1 }) }, closed)
const answer = Type.Object({ done: Type.Boolean() })
const path = '/v0/e/:id'
const write = endpoint('PUT', path, 'machines', {
  summary: '',
  operation: 'equipment.update',
  policy: updateEquipment.policy,
  shapes: { params, body: Type.Object({ name: Type.String({ minLength: 2 }) }, closed), answer },
})
const { operation, policy } = removeEquipment
const removal = endpoint('DELETE', path, 'machines', { summary: '', operation, policy, shapes: { params, answer } })
const read = endpoint('GET', path, 'machines', {
  summary: '',
  operation: 'equipment.read',
  policy: getEquipment.policy,
  shapes: { params, answer },
})

const noDatabase: Database = {
  inCompany: () => Promise.reject(new Error('not asked')),
  inDirectory: () => Promise.reject(new Error('not asked')),
  statement: () => Promise.reject(new Error('not asked')),
  analyze: () => Promise.reject(new Error('not asked')),
  listen: () => Promise.reject(new Error('not asked')),
  listenHere: () => () => undefined,
  isUp: () => true,
  close: () => Promise.resolve(),
}

let app: Awaited<ReturnType<typeof createHttp>>
let served = 0
let port: number

beforeAll(async () => {
  app = await createHttp({ logger: silentLogger, metrics: createMetrics(), trusts: trustedProxies(undefined) })
  const clock = manualClock(0)
  const authenticate = async (token: string) => (token === 'good' ? caller : null)
  const limiter = new RateLimiter(clock, null)
  const router = createRouter(app, {
    database: noDatabase,
    clock,
    authenticate,
    limiter,
    turns: freeTurns(clock),
    reaches: async () => false,
  })
  const serve = async () => {
    served++
    return { done: true }
  }
  router.signedIn(write, serve)
  router.signedIn(removal, serve)
  router.signedIn(read, serve)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(() => app.close())

/** Sends raw bytes, unchanged by any client library. */
async function sendRaw(bytes: string): Promise<{ status: number; text: string }> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => undefined)
  socket.write(bytes)
  await new Promise((done) => socket.once('close', done))
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text }
}
const ask = (method: string, target: string, headers = '', body = '') =>
  sendRaw(
    `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n${headers}${body ? `Content-Length: ${Buffer.byteLength(body)}\r\n` : ''}\r\n${body}`,
  )

/** Spellings of an address that a guard and a router might read differently (Fastify CVE-2026-6414, CVE-2026-33808). */
const spellings = [
  '/v0/e/7/',
  '/v0/e/7//',
  '//v0/e/7',
  '/v0//e/7',
  '/v0/e//7',
  '/V0/e/7',
  '/v0/E/7',
  '/v0/e/7;x=1',
  '/v0;x=1/e/7',
  '/v0/e/7%3Bx=1',
  '/v0%2Fe%2F7',
  '/v0/e%2F7',
  '/%2Fv0/e/7',
  '/v0/e/%37',
  '/%760/e/7',
  '/v0/./e/7',
  '/v0/../v0/e/7',
  '/v0/%2e%2e/v0/e/7',
  '/v0/x/..%2f..%2fe/7',
  '/v0/e/7%00',
  '/v0/e/7%20',
  '/v0/e/ 7'.replace(' ', '%09'),
  '/v0/e/7?',
  '/v0/e/7#x',
  '/v0/e/7%3F',
  '/v0\\e\\7',
  '/v0/e/7/.',
  '/v0/e/%2537',
  'http://evil.example/v0/e/7',
  '/v0/e/%',
  '/v0/e/7%c0%af',
  '/docs/../v0/e/7',
  '/assets/..%2f..%2fv0/e/7',
]

test('What is written as it should be is served', async () => {
  const headers = 'Authorization: good\r\nContent-Type: application/json; charset=utf-8\r\n'
  expect((await ask('PUT', '/v0/e/7', headers, '{"name":"press"}')).status).toBe(200)
  expect((await ask('GET', '/v0/e/7', 'Authorization: good\r\n')).status).toBe(200)
})

describe('Guard and router read one path', () => {
  test.each(spellings)(
    '%s: nobody is served without a session, and who has one only what they asked for',
    async (target) => {
      for (const method of ['GET', 'DELETE', 'PUT']) {
        const before = served
        const { status } = await ask(method, target, 'Content-Type: application/json\r\n', '{"name":"press"}')
        expect([method, status]).toEqual([method, expect.toBeOneOf([400, 401, 404])])
        expect(served).toBe(before)
        const reference = await ask(
          method,
          target,
          'Authorization: good\r\nContent-Type: application/json\r\n',
          '{"name":"press"}',
        )
        expect([method, reference.status]).toEqual([method, expect.toBeOneOf([200, 400, 404])])
        // Served exactly where the reference answer is served.
        expect(served - before).toBe(reference.status === 200 ? 1 : 0)
        served = before
      }
    },
  )
})

describe('Methods', () => {
  test('TRACE and others nobody defined say nothing back of what was sent', async () => {
    for (const method of ['TRACE', 'TRACK', 'OPTIONS', 'PATCH', 'PROPFIND', 'CONNECT', 'get', 'DEBUG']) {
      const { status, text } = await ask(method, '/v0/e/7', 'X-Secret: said-once\r\nAuthorization: good\r\n')
      expect([method, status]).toEqual([method, expect.toBeOneOf([0, 400, 404])])
      expect(text).not.toContain('said-once')
    }
  })

  test('a header that names another method changes nothing', async () => {
    const before = served
    for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
      const { status } = await ask('POST', '/v0/e/7', `${name}: DELETE\r\nAuthorization: good\r\n`)
      expect([name, status]).toEqual([name, 404])
    }
    expect(served).toBe(before)
  })
})

/**
 * Content types for Fastify CVE-2026-25223 and CVE-2025-32442: none of them may let in a body that was not validated.
 */
const contentTypes = [
  'application/json\tx',
  'application/json;x',
  'application/json ;charset=utf-8',
  ' application/json',
  'APPLICATION/JSON',
  'application/json, text/plain',
  'application/jsonx',
  'application/json+x',
  'application/vnd.x+json',
  'text/json',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/json;charset=utf-16',
  'application/json\u00a0',
  'application/octet-stream',
]

describe('However the kind of content is written', () => {
  test.each(contentTypes)('%j lets nothing in that is not as it must be', async (type) => {
    const put = (body: string) => ask('PUT', '/v0/e/7', `Authorization: good\r\nContent-Type: ${type}\r\n`, body)
    for (const body of ['{"name":"x"}', '{"name":"press","is_admin":true}', '{}', 'null', '[]', 'name=press']) {
      const before = served
      const { status } = await put(body)
      expect([body, status]).toEqual([body, expect.toBeOneOf([400, 415])])
      expect(served).toBe(before)
    }
    // A type that is JSON after all may serve a valid body, and nothing else.
    expect((await put('{"name":"press"}')).status).toEqual(expect.toBeOneOf([200, 400, 415]))
  })

  test('a body without a kind, or with two, is refused', async () => {
    for (const headers of ['', 'Content-Type:\r\n', 'Content-Type: application/json\r\nContent-Type: text/plain\r\n']) {
      const { status } = await ask('PUT', '/v0/e/7', `Authorization: good\r\n${headers}`, '{"name":"press","x":1}')
      expect([headers, status]).toEqual([headers, expect.toBeOneOf([400, 415])])
    }
  })
})
