import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLogger } from '../logger.ts'
import { createMetrics } from '../metrics.ts'
import { pageOrNotFound, servePages } from './pages.ts'
import { trustedProxies } from './proxies.ts'
import { createHttp } from './server.ts'

const root = mkdtempSync(join(tmpdir(), 'millwatch-web-'))
let app: Awaited<ReturnType<typeof createHttp>>

beforeAll(async () => {
  mkdirSync(join(root, 'assets'))
  writeFileSync(
    join(root, 'index.html'),
    '<meta name="frames" content="__FRAME_ORIGINS__"><meta name="pictures" content="__IMAGE_ORIGINS__"><meta name="session" content="__SESSION__"><meta property="csp-nonce" nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__" src="/assets/app-1a2b.js"></script>\n<link rel="modulepreload" href="/assets/machine-2.js" data-page="machine">\n<link rel="modulepreload" href="/assets/unit-1.js" data-page="unit">',
  )
  writeFileSync(join(root, 'assets', 'app-1a2b.js'), `console.log(1)${' '.repeat(5000)}`)
  writeFileSync(join(root, 'assets', 'app-1a2b.js.map'), '{}')
  writeFileSync(join(root, 'assets', 'map-3c4d.js'), `console.log(2)${' '.repeat(5000)}`)
  writeFileSync(join(root, 'assets', 'map-3c4d.js.br'), brotliCompressSync('console.log("from the build")'))
  writeFileSync(join(root, 'theme.js'), '1')
  writeFileSync(join(root, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const trusts = trustedProxies(undefined)
  const notFound = pageOrNotFound(root)
  app = await createHttp({ logger: silentLogger, metrics: createMetrics(), trusts, notFound })
  await servePages(app, root, async (request) => {
    if (request.headers.cookie === 'broken') throw new Error('The database is away')
    const odd = ['https://x;script-src *', "https://x' ", 'http://plain.example', 'https://*.example', 'javascript:1']
    return request.headers.cookie === undefined
      ? { frames: [], images: [] }
      : { frames: ['https://a.example', 'https://[::1]:8443', ...odd], images: ['https://icons.example', ...odd] }
  })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'plant.example:8080', ...headers } })

describe('the page', () => {
  test('shows in frames what the company has listed, and nothing that would end or widen its policy', async () => {
    const listed = await get('/e/17/addin/3', { cookie: 'x' })
    const csp = String(listed.headers['content-security-policy'])
    expect(csp).toContain("; frame-src 'self' https://a.example https://[::1]:8443; ")
    expect(csp).toContain("; img-src 'self' data: blob: https://icons.example; ")
    expect(csp.match(/script-src/g)).toHaveLength(1)
    expect(listed.body).toContain('content="https://a.example https://[::1]:8443"')
    expect(listed.body).toContain('<meta name="pictures" content="https://icons.example">')
    const without: Record<string, string>[] = [{}, { cookie: 'broken' }]
    for (const headers of without) {
      const none = await get('/o/1/addin/3', headers)
      expect(none.statusCode).toBe(200)
      expect(String(none.headers['content-security-policy'])).toContain("; frame-src 'self'; ")
      expect(none.body).toContain('content=""')
    }
  })

  test('says to a browser without a session that it has none, and nothing to a service worker, which sends no cookie', async () => {
    const accept = 'text/html'
    const cookie = '__Host-millwatch=x'
    expect((await get('/o/1', { accept })).body).toContain('<meta name="session" content="none">')
    expect((await get('/o/1', { accept, cookie })).body).toContain('<meta name="session" content="">')
    expect((await get('/', { accept: '*/*' })).body).toContain('<meta name="session" content="">')
  })

  test('is in no frame, except that of a device in one of this server, which has no frame itself', async () => {
    for (const url of ['/', '/e/17', '/e/17/d/x', '/setup/devices/x', '/device-ui', '/device-ui/x']) {
      const { headers } = await get(url, { accept: 'text/html' })
      expect(headers['x-frame-options']).toBe('DENY')
      expect(String(headers['content-security-policy'])).toMatch(/; frame-ancestors 'none'$/)
    }
    const { statusCode, headers } = await get('/device-ui/?uuid=x')
    expect(statusCode).toBe(200)
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(String(headers['content-security-policy'])).toMatch(/; frame-src 'none'; .*; frame-ancestors 'self'$/)
  })

  test.each(['/', '/login', '/kiosk', '/unsubscribe?stop=x', '/o/1', '/e/17?tab=util'])(
    '%s is the page, with a nonce of its own, never kept',
    async (url) => {
      const nonces = new Set<string>()
      for (let i = 0; i < 3; i++) {
        const answer = await get(url)
        expect(answer.statusCode).toBe(200)
        expect(answer.headers).toMatchObject({
          'cache-control': 'no-store',
          'content-type': 'text/html; charset=utf-8',
        })
        const csp = String(answer.headers['content-security-policy'])
        const [, nonce = ''] = /script-src 'self' 'nonce-([^']{24,})'/.exec(csp) ?? []
        expect(csp).toContain(`style-src 'self' 'nonce-${nonce}'`)
        expect(csp).toContain("connect-src 'self' ws://plant.example:8080")
        expect(csp).not.toMatch(/unsafe/)
        expect(answer.body).toContain(`nonce="${nonce}"`)
        expect(answer.body).not.toContain('__CSP_NONCE__')
        nonces.add(nonce)
      }
      expect(nonces.size).toBe(3)
    },
  )

  test('has links to the scripts that its address needs, for somebody with a session', async () => {
    const linked = async (url: string, headers: Record<string, string>) =>
      [...(await get(url, headers)).body.matchAll(/href="\/assets\/(\w+)-\d\.js"/g)].map(([, name]) => name)
    const person = { accept: 'text/html', cookie: '__Host-millwatch=x' }
    expect(await linked('/e/17?tab=util', person)).toEqual(['machine', 'unit'])
    for (const url of ['/', '/o/1', '/e/17/operator']) expect([url, await linked(url, person)]).toEqual([url, ['unit']])
    for (const url of ['/login', '/e/17']) expect([url, await linked(url, { accept: 'text/html' })]).toEqual([url, []])
    // A service worker keeps the page for signed-in people.
    expect(await linked('/', {})).toEqual(['unit'])
  })

  test('of an address that is none is the page with 404 for a person, an error for a program', async () => {
    const person = await get('/nothing/here', { accept: 'text/html,*/*' })
    expect([person.statusCode, person.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    const program = await get('/nothing/here', { accept: 'application/json' })
    expect([program.statusCode, program.json().code]).toEqual([404, 'not_found'])
    for (const url of ['/v0/nothing', '/live/x', '/docs/nothing', '/assets/old-9.js', '/favicon.ico', '/health/x']) {
      const answer = await get(url, { accept: 'text/html' })
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'not_found'])
    }
    const write = await app.inject({ method: 'POST', url: '/nothing', headers: { accept: 'text/html' } })
    expect(write.json().code).toBe('not_found')
  })

  test('is all that is served: neither the history of the sources nor a file beside the pages', async () => {
    const paths = [
      '.git/config',
      '.git/HEAD',
      '%2egit/config',
      '.git',
      'package.json',
      '.env',
      '.svn/entries',
      '.npmrc',
    ]
    const above = [
      '',
      '../',
      '../../../',
      'assets/../../',
      'assets/%2e%2e/%2e%2e/',
      'assets/..%2f..%2f..%2f',
      '/',
      '\\..\\',
    ]
    for (const url of above.flatMap((start) => paths.map((path) => `/${start}${path}`))) {
      const answer = await get(url, { accept: '*/*' })
      expect([url, answer.statusCode, answer.json().status]).toEqual([
        url,
        answer.statusCode < 404 ? 400 : 404,
        'error',
      ])
    }
  })

  test('keeps a strange name of the host out of its policy', async () => {
    const { headers } = await get('/', { host: "x; script-src 'unsafe-inline'" })
    expect(headers['content-security-policy']).toContain("connect-src 'self';")
    expect(headers['content-security-policy']).not.toMatch(/unsafe/)
  })
})

describe('the files of the page', () => {
  test('that bear a hash are kept for good, the others are asked for again', async () => {
    const asset = await get('/assets/app-1a2b.js')
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(asset.headers['x-content-type-options']).toBe('nosniff')
    expect((await get('/theme.js')).headers['cache-control']).toBe('no-cache')
  })

  test('say which characters they are written in, pictures of text too', async () => {
    expect((await get('/icon.svg')).headers['content-type']).toBe('image/svg+xml; charset=utf-8')
    expect((await get('/theme.js')).headers['content-type']).toMatch(/; charset=utf-8$/)
  })

  test('travel compressed', async () => {
    const answer = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip' })
    expect(answer.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(answer.rawPayload).toString()).toContain('console.log(1)')
  })

  test('travel as the build compressed them, and as they are to a client that takes no compression', async () => {
    const compressed = await get('/assets/map-3c4d.js', { 'accept-encoding': 'gzip, deflate, br' })
    expect(compressed.headers['content-encoding']).toBe('br')
    expect(compressed.headers['content-type']).toBe('application/javascript; charset=utf-8')
    expect(compressed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe('console.log("from the build")')
    const plain = await get('/assets/map-3c4d.js')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body).toContain('console.log(2)')
    expect([compressed.headers.vary, plain.headers.vary]).toEqual(['accept-encoding', 'accept-encoding'])
  })

  test.each([
    '/assets/app-1a2b.js.map',
    '/assets/map-3c4d.js.br',
    '/index.html',
    '/../package.json',
    '/assets/..%2f..%2fetc/passwd',
    '/%2e%2e/x',
    '/assets/%00',
  ])('do not hold %s', async (url) => {
    const answer = await get(url)
    expect([400, 403, 404]).toContain(answer.statusCode)
  })
})
