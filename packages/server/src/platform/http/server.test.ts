import { endpoint } from '@millwatch/contract/endpoint'
import { updateRun } from '@millwatch/contract/http/runs'
import { updateEquipment } from '@millwatch/contract/http/tree'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../flow/index.ts'
import { ingestRoute } from '../../sources/http/ingest.ts'
import { manualClock } from '../clock.ts'
import type { Database } from '../db/index.ts'
import { Conflict } from '../errors.ts'
import { createLogger, type Logger, silentLogger } from '../logger.ts'
import { createMetrics } from '../metrics.ts'
import { freeTurns } from '../turns/turns.testing.ts'
import type { Authenticate, Caller } from './caller.ts'
import { type Abilities, healthRoutes, metricsRoute } from './operations.ts'
import { trustedProxies } from './proxies.ts'
import { RateLimiter } from './rate-limit.ts'
import { createRouter } from './route.ts'
import { createHttp } from './server.ts'

const caller: Caller = {
  kind: 'user',
  mustChangePassword: false,
  mustSetUpFactor: false,
  userId: 1,
  companyId: 1,
  sessionId: 1,
  role: 'user',
  expiresAt: 0,
}

const rename = endpoint('PUT', '/v0/things/:id', 'things', {
  operation: 'run.update',
  policy: updateRun.policy,
  summary: 'Rename',
  shapes: {
    params: Type.Object({ id: Type.Integer({ minimum: 1 }) }, { additionalProperties: false }),
    query: Type.Object({ loud: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
    body: Type.Object({ name: Type.String({ minLength: 2 }) }, { additionalProperties: false }),
    answer: Type.Object({ id: Type.Integer(), name: Type.String(), loud: Type.Boolean() }),
  },
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

function routerOf(app: FastifyInstance, authenticate: Authenticate) {
  const clock = manualClock(0)
  const limiter = new RateLimiter(clock, null)
  return createRouter(app, {
    database: noDatabase,
    clock,
    authenticate,
    limiter,
    turns: freeTurns(clock),
    reaches: async () => false,
  })
}

interface Options {
  metricsToken?: string
  abilities?: Partial<Abilities>
  trustProxy?: string
  logger?: Logger
}

async function server(options: Options = {}) {
  const metrics = createMetrics()
  const { logger = silentLogger } = options
  const app = await createHttp({ logger, metrics, trusts: trustedProxies(options.trustProxy) })
  const authenticate = async (token: string) => (token === 'good' ? caller : null)
  const router = routerOf(app, authenticate)
  router.signedIn(rename, async ({ params, body, query }) => {
    if (body.name === 'taken') throw new Conflict('device_uuid_taken')
    if (body.name === 'broken') throw new Error('the secret of the house')
    return { id: params.id, name: body.name, loud: query.loud ?? false, secret: 'a column nobody listed' }
  })
  const received: Message[] = []
  await ingestRoute(app, {
    admit: async () => undefined,
    receive: async (message) => {
      received.push(message)
      return { accepted: 1, duplicates: 0, quarantined: 0 }
    },
  })
  const able = {
    ...{ hasStarted: () => true, isDatabaseUp: () => true, isDiskFull: () => false, isBehind: () => false },
    warning: () => undefined,
  }
  healthRoutes(app, '1.2.3', { ...able, ...options.abilities })
  metricsRoute(app, metrics, options.metricsToken)
  return { app, received }
}

const json = { 'content-type': 'application/json' }
const put = (payload: string | object, headers: Record<string, string> = {}, url = '/v0/things/7') =>
  ({ method: 'PUT', url, payload, headers: { authorization: 'good', ...headers } }) as const

describe('the HTTP side', () => {
  test('reads path and query from text, and answers what the definition lists, nothing else', async () => {
    const { app } = await server()
    const answer = await app.inject(put({ name: 'press' }, {}, '/v0/things/7?loud=true'))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ id: 7, name: 'press', loud: true })
  })

  test.each([
    ['a wrong path', put({ name: 'press' }, {}, '/v0/things/abc'), 'params/id'],
    ['a number with a tail', put({ name: 'press' }, {}, '/v0/things/1e3'), 'params/id'],
    ['a number below its least', put({ name: 'press' }, {}, '/v0/things/0'), 'params/id'],
    ['an unknown query', put({ name: 'press' }, {}, '/v0/things/7?x=1'), 'querystring/x'],
    ['a query said twice', put({ name: 'press' }, {}, '/v0/things/7?loud=true&loud=false'), 'querystring/loud'],
    ['a missing field', put({}), 'body/name'],
    ['a field too much', put({ name: 'press', is_admin: true }), 'body/is_admin'],
    ['text of another kind, not coerced', put({ name: 12 }), 'body/name'],
    ['a body that is no object', put('[]', { 'content-type': 'application/json' }), 'body'],
    ['NUL in a text', put({ name: 'pr\u0000ss' }), 'body/name holds a character'],
    ['half of a surrogate pair', put({ name: 'pr\ud800ss' }), 'body/name holds a character'],
    ['NUL in a name', put({ name: 'press', 'a\u0000': 1 }), 'body holds a name'],
    ['the same, deep inside', put({ name: 'press', a: { b: ['\udfff'] } }), 'body/a holds a character'],
    ['bytes that are no text in UTF-8', put(Buffer.from('{"name":"pr\xffss"}', 'latin1'), json), 'body is not text'],
    [
      'ten thousand lists in each other',
      put(`{"name":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, { 'content-type': 'application/json' }),
      'body is nested',
    ],
  ])('refuses %s with 400 and its path', async (_what, request, path) => {
    const { app } = await server()
    const answer = await app.inject(request)
    expect(answer.statusCode).toBe(400)
    const body = answer.json()
    expect(Object.keys(body).sort()).toEqual(['code', 'error', 'request_id', 'status'])
    expect(body).toMatchObject({ status: 'error', code: 'invalid_request' })
    expect(body.error).toContain(path)
  })

  test.each([
    ['no JSON', put('{"name":', { 'content-type': 'application/json' }), 400, 'invalid_request'],
    ['nothing', put('', { 'content-type': 'application/json' }), 400, 'invalid_request'],
    [
      'a poisoned prototype',
      put('{"__proto__":{"a":1},"name":"press"}', { 'content-type': 'application/json' }),
      400,
      'invalid_request',
    ],
    [
      'another kind of content',
      put('name=x', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      'unsupported_media_type',
    ],
    ['too much', put({ name: 'x'.repeat(300_000) }), 413, 'payload_too_large'],
    ['a conflict', put({ name: 'taken' }), 409, 'device_uuid_taken'],
    ['an error nobody foresaw', put({ name: 'broken' }), 500, 'internal'],
  ])('answers %s in the one shape', async (_what, request, status, code) => {
    const { app } = await server()
    const answer = await app.inject(request)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ status: 'error', code })
    expect(answer.body).not.toContain('secret of the house')
    expect(answer.json().request_id).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each(['/v0/things/7', '/nothing', '/', '/health', '/v0/ingest', '/%', '/metrics'])(
    'puts the strict headers on %s',
    async (url) => {
      const { app } = await server()
      for (const method of ['GET', 'PUT', 'DELETE'] as const) {
        const { headers } = await app.inject({ method, url })
        expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
        expect(headers['content-security-policy']).toContain("object-src 'none'")
        expect(headers['content-security-policy']).toContain("base-uri 'none'")
        expect(headers['content-security-policy']).not.toMatch(/unsafe/)
        expect(headers['x-content-type-options']).toBe('nosniff')
        expect(headers['referrer-policy']).toBe('no-referrer')
        expect(headers['cross-origin-opener-policy']).toBe('same-origin')
        expect(headers['permissions-policy']).toContain('camera=()')
        expect(headers['cache-control']).toBe('no-store')
        expect(headers['strict-transport-security']).toBeUndefined()
      }
    },
  )

  test('believes a proxy about TLS only when configured', async () => {
    const forwarded = { url: '/health', headers: { 'x-forwarded-proto': 'https' } }
    const distrusting = await (await server()).app.inject(forwarded)
    expect(distrusting.headers['strict-transport-security']).toBeUndefined()
    const trusting = await (await server({ trustProxy: '127.0.0.1' })).app.inject(forwarded)
    expect(trusting.headers['strict-transport-security']).toContain('max-age')
  })

  test('lets nobody in without a token that is known, before it looks at what was sent', async () => {
    const { app } = await server()
    for (const authorization of ['', 'nonsense', 'Bearer eyJhbGciOiJub25lIn0.e30.', 'Device a:b']) {
      const answer = await app.inject({
        method: 'PUT',
        url: '/v0/things/abc',
        payload: '{',
        headers: { authorization },
      })
      expect(answer.statusCode).toBe(401)
    }
    expect((await app.inject(put({ name: 'press' }, { authorization: 'Bearer good' }))).statusCode).toBe(200)
  })

  test('writes down who was refused what, and nothing of those who are nobody', async () => {
    const lines: string[] = []
    const logger = createLogger({ destination: { write: (line) => void lines.push(line) } })
    const { app } = await server({ logger })
    const router = routerOf(app, async (token) => (token === 'good' ? caller : null))
    const { operation, policy } = updateEquipment
    router.signedIn({ ...rename, path: '/v0/machines/:id', operation, policy }, async () => {
      throw new Error('nobody gets here')
    })
    for (const [headers, status] of [
      [{}, 403],
      [{ authorization: 'nobody' }, 401],
      [{ authorization: '', cookie: 'millwatch=good', origin: 'http://evil.com' }, 401],
    ] as const) {
      const answer = await app.inject(put({ name: 'the name' }, headers, '/v0/machines/7?loud=true'))
      expect(answer.statusCode).toBe(status)
    }
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ operation: 'equipment.update', principal: 'u1', msg: 'A call was forbidden' }),
    ])
    expect(lines.join()).not.toMatch(/good|the name|loud/)
  })

  test('writes down what validation and allowances refuse, one line for a caller and a minute, without what was sent', async () => {
    const lines: string[] = []
    const logger = createLogger({ destination: { write: (line) => void lines.push(line) } })
    const { app } = await server({ logger })
    for (let i = 0; i < 20; i++) {
      expect((await app.inject(put({ name: 'x' }, undefined, '/v0/things/nothing'))).statusCode).toBe(400)
    }
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ operation: 'run.update', principal: 'u1', status: 400, msg: 'A request was refused' }),
    ])
    expect(lines.join()).not.toMatch(/nothing/)
  })

  test('takes a write with a cookie from its own pages only', async () => {
    const { app } = await server()
    const write = (origin?: string, host = 'localhost:8080', cookie = 'millwatch=good') =>
      app.inject({
        method: 'PUT',
        url: '/v0/things/7',
        payload: { name: 'press' },
        headers: { host, cookie, ...(origin === undefined ? {} : { origin }) },
      })
    expect((await write('http://localhost:8080')).statusCode).toBe(200)
    const foreign = [
      'http://localhost:8081',
      'https://localhost:8080',
      'http://localhost.evil.com:8080',
      'http://evil.com',
      'null',
      'x',
      undefined,
    ]
    for (const origin of foreign) {
      const answer = await write(origin)
      expect([origin, answer.statusCode, answer.json().code]).toEqual([origin, 403, 'foreign_origin'])
    }
    // Except on loopback, the cookie has the prefix that only TLS can set.
    expect((await write('http://plant.example', 'plant.example')).statusCode).toBe(401)
    expect((await write('http://plant.example', 'plant.example', '__Host-millwatch=good')).statusCode).toBe(200)
  })

  test('stops the start for a route without a policy', async () => {
    const { app } = await server()
    app.get('/bare', async () => 'x')
    await expect(app.ready()).rejects.toThrow('GET /bare: Nothing has no policy in the contract')
    const { app: silent } = await server()
    silent.post('/quiet', { config: { operation: 'tag.list' } }, async () => 'x')
    await expect(silent.ready()).rejects.toThrow('POST /quiet: tag.list writes, and its policy has no audit entry')
    const { app: other } = await server()
    const router = routerOf(other, async () => null)
    expect(() =>
      router.signedIn({ ...rename, operation: 'nobody.knows' }, async () => ({ id: 1, name: '', loud: false })),
    ).toThrow('nobody.knows')
    expect(() =>
      router.signedIn({ ...rename, operation: 'tag.list' }, async () => ({ id: 1, name: '', loud: false })),
    ).toThrow('tag.list writes, and its policy has no audit entry')
  })

  test('hands a device message to the flow as it came, and nothing else', async () => {
    const { app, received } = await server()
    const uuid = '0f0f0f0f-0000-4000-8000-000000000000'
    const send = (payload: string | Buffer, headers: Record<string, string>) =>
      app.inject({ method: 'POST', url: '/v0/ingest', payload, headers })
    const authorization = `Device ${uuid}:key-1`
    for (const type of ['application/json', 'text/plain', 'application/octet-stream']) {
      const answer = await send('{not json', { authorization, 'content-type': type })
      expect(answer.json()).toEqual({ status: 'success', accepted: 1, duplicates: 0, quarantined: 0 })
    }
    expect(received[0]).toMatchObject({ deviceUuid: uuid, key: 'key-1', bytes: 9 })
    expect(() => received[0]?.parse()).toThrow(expect.objectContaining({ path: 'the body is not JSON' }))
    await send(Buffer.from('{"batch_id":"a\xff","events":[]}', 'latin1'), { authorization })
    expect(() => received.at(-1)?.parse()).toThrow(expect.objectContaining({ path: 'the body is not text in UTF-8' }))
    received.length = 0
    expect((await send(Buffer.alloc(1024 * 1024), { authorization })).statusCode).toBe(200)
    const over = await send(Buffer.alloc(1024 * 1024 + 1), { authorization })
    expect([over.statusCode, over.json().code]).toEqual([413, 'payload_too_large'])
    expect(received).toHaveLength(1)
    for (const bad of ['', 'Device x', 'good', `Device ${uuid}`, `Bearer ${uuid}:key-1`]) {
      const answer = await send('{}', { authorization: bad })
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'device_unauthorized'])
    }
    expect(received).toHaveLength(1)
  })

  test('is healthy once it can serve', async () => {
    const up = await (await server()).app.inject('/health')
    expect([up.statusCode, up.json()]).toEqual([200, { status: 'ok', version: '1.2.3' }])
  })

  test('is ready with a warning, where an operator should mend something', async () => {
    const { app } = await server({ abilities: { warning: () => 'Set the clock.' } })
    const answers = await Promise.all(['/health/ready', '/health', '/health/live'].map((path) => app.inject(path)))
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200])
    expect(answers.map((answer) => answer.json().warning)).toEqual(['Set the clock.', 'Set the clock.', undefined])
  })

  test.each<[string, Partial<Abilities>]>([
    ['migrating', { hasStarted: () => false, isDatabaseUp: () => false }],
    ['unavailable', { isDatabaseUp: () => false }],
    ['storage_full', { isDiskFull: () => true }],
    ['backlog', { isBehind: () => true }],
  ])('is not ready with the reason %s, and alive all the same', async (code, abilities) => {
    const { app } = await server({ abilities })
    for (const path of ['/health/ready', '/health']) {
      const answer = await app.inject(path)
      expect([answer.statusCode, answer.json().code]).toEqual([503, code])
    }
    expect((await app.inject('/health/live')).statusCode).toBe(200)
  })

  test('shows its metrics to who bears the token, and to nobody without the setting', async () => {
    expect((await (await server()).app.inject('/metrics')).statusCode).toBe(404)
    const { app } = await server({ metricsToken: 'm' })
    await app.inject(put({ name: 'press' }))
    expect((await app.inject('/metrics')).statusCode).toBe(401)
    expect((await app.inject({ url: '/metrics', headers: { authorization: 'Bearer x' } })).statusCode).toBe(401)
    const answer = await app.inject({ url: '/metrics', headers: { authorization: 'Bearer m' } })
    expect(answer.body).toContain(
      'millwatch_http_request_seconds_count{operation="run.update",method="PUT",status="200"} 1',
    )
  })
})
