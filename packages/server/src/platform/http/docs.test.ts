import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { silentLogger } from '../logger.ts'
import { createMetrics } from '../metrics.ts'
import { describeRoutes, serveDocs } from './docs.ts'
import { trustedProxies } from './proxies.ts'
import { createHttp } from './server.ts'

const app = await createHttp({ logger: silentLogger, metrics: createMetrics(), trusts: trustedProxies(undefined) })
await describeRoutes(app, '1')
/** Counts how often the description is computed. */
const computed = vi.spyOn(app, 'swagger')
beforeAll(async () => {
  await serveDocs(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const get = (url: string, encoding = 'identity', method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: { 'accept-encoding': encoding } })

describe('the description of the calls', () => {
  test.each(['/docs/json', '/docs/yaml'])('%s is made once, however many ask for it at once', async (url) => {
    computed.mockClear()
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(url)))
    expect(computed).toHaveBeenCalledTimes(1)
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    await get(`${url}?another=1`)
    await get(url, 'identity', 'HEAD')
    expect(computed).toHaveBeenCalledTimes(1)
  })

  test('is compressed as the caller wants it, once for each form', async () => {
    expect((await get('/docs/json', 'br')).json()).toMatchObject({ info: { title: 'Millwatch' } })
    const url = '/docs/static/swagger-ui.css'
    const plain = await get(url)
    const [small, smaller] = [await get(url, 'gzip'), await get(url, 'gzip, deflate, br')]
    expect([small.headers['content-encoding'], smaller.headers['content-encoding']]).toEqual(['gzip', 'br'])
    expect(gunzipSync(small.rawPayload).toString()).toBe(plain.body)
    expect(brotliDecompressSync(smaller.rawPayload).toString()).toBe(plain.body)
    for (const { headers } of [plain, small]) {
      expect(headers['content-type']).toMatch(/^text\/css/)
      expect(headers.vary).toBe('accept-encoding')
      expect(headers['content-security-policy']).toMatch(/default-src/)
    }
  })

  test('is sent in a moment, also for a header of a million blanks', async () => {
    const { headers } = await get('/docs/static/swagger-ui.css', `gzip,x${' '.repeat(1_000_000)}x`)
    expect(headers['content-encoding']).toBe('gzip')
  })

  test('has its page and files as before, and none that does not exist', async () => {
    for (let time = 0; time < 2; time++) {
      expect((await get('/docs')).body).toContain('swagger-ui')
      expect((await get('/docs/static/swagger-ui.css', 'br')).headers['content-type']).toMatch(/^text\/css/)
      for (const url of ['/docs/static/nothing.css', '/docs/%6Ason', '/docs/static/%2e/x'])
        expect((await get(url)).statusCode, url).toBe(404)
    }
  })
})

describe('one connection', () => {
  test('waits for 32 answers at most: whoever sends more requests without reading is disconnected', async () => {
    const socket = connect({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' })
    socket.on('error', () => undefined).pause()
    await once(socket, 'connect')
    socket.write('GET /docs/json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1000))
    socket.resume()
    let received = 0
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1').split('HTTP/1.1 200').length - 1
    })
    await once(socket, 'close')
    expect(received).toBeLessThanOrEqual(32)
  })

  test('goes on with requests one after the other, and with some at once', async () => {
    const socket = connect({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' })
    await once(socket, 'connect')
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk
    })
    for (let round = 1; round <= 5; round++) {
      socket.write('GET /docs HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20))
      await expect.poll(() => text.split('HTTP/1.1 200').length - 1).toBe(round * 20)
    }
    socket.destroy()
  })
})
