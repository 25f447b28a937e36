import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type HttpSink, httpSink } from '@millwatch/lab/app/http-sink'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reachableNetworks } from './networks.ts'
import { writingReceiver } from './post.testing.ts'
import { postGuarded } from './post.ts'

let sink: HttpSink
const resolve = vi.fn<(host: string) => Promise<{ address: string }[]>>()
const resolveTo = (...addresses: string[]) => resolve.mockResolvedValue(addresses.map((address) => ({ address })))
const post = (url: string, allow?: string, withinMs = 2000) =>
  postGuarded({
    url,
    headers: { 'content-type': 'text/plain' },
    body: 'hello',
    networks: reachableNetworks(allow),
    withinMs,
    resolve,
  })
const portOf = ({ url }: { readonly url: string }) => new URL(url).port

beforeEach(async () => {
  resolve.mockReset()
  sink = await httpSink()
})
afterEach(() => sink.close())

test('an allowed receiver gets the text, and its answer comes back', async () => {
  sink.behave(() => ({ status: 503, headers: { 'retry-after': '7' }, body: 'later' }))
  expect(await post(`${sink.url}/hook`, '127.0.0.1')).toEqual({ status: 503, retryAfter: '7' })
  expect(sink.received).toMatchObject([{ method: 'POST', path: '/hook', body: 'hello' }])
})

test.each([
  'http://127.0.0.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f.1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://[::1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'https://169.254.169.254/latest/meta-data',
])('%s is refused unless the operator allows it', async (url) => {
  await expect(post(url.replace('PORT', portOf(sink)))).rejects.toMatchObject({ isFinal: true })
  expect(sink.received).toEqual([])
})

test('a name that resolves to a private address is refused, also if another address of it is public', async () => {
  resolveTo('8.8.8.8', '127.0.0.1')
  await expect(post(`http://rebind.example:${portOf(sink)}/`)).rejects.toThrow('private network')
  resolveTo('10.0.0.1')
  await expect(post('https://intranet.example/')).rejects.toThrow('private network')
  expect(sink.received).toEqual([])
})

test('the connection goes to the address that was checked, however the name resolves later', async () => {
  resolveTo('127.0.0.1')
  await post(`http://rebind.example:${portOf(sink)}/`, '127.0.0.1')
  expect(resolve).toHaveBeenCalledTimes(1)
  expect(sink.received[0]?.headers.host).toBe(`rebind.example:${portOf(sink)}`)
})

test('plain http goes to allowed networks only', async () => {
  resolveTo('8.8.8.8')
  await expect(post('http://public.example/')).rejects.toThrow('https://')
})

test('a redirect is not followed', async () => {
  const inner = await httpSink()
  sink.behave(() => ({ status: 302, headers: { location: inner.url } }))
  expect(await post(sink.url, '127.0.0.1')).toMatchObject({ status: 302 })
  expect(inner.received).toEqual([])
  await inner.close()
})

test('a receiver that never answers ends after the bound', async () => {
  sink.behave(() => null)
  await expect(post(sink.url, '127.0.0.1', 200)).rejects.toMatchObject({
    message: 'The receiver did not answer in time',
    isFinal: false,
  })
})

test('a name server that never answers ends after the bound', async () => {
  resolve.mockReturnValue(new Promise(() => undefined))
  await expect(post('https://slow.example/', undefined, 200)).rejects.toThrow('did not answer in time')
})

test('an answer without end is cut', async () => {
  const chunk = Buffer.alloc(8192, 'x')
  let isCut = false
  const server: Server = createServer((_request, response) => {
    response.writeHead(200)
    const go = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', go)
    response.on('close', () => {
      isCut = true
    })
    go()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  expect(await post(`http://127.0.0.1:${port}/`, '127.0.0.1')).toMatchObject({ status: 200 })
  await expect.poll(() => isCut).toBe(true)
  server.close()
})

test('an address with a user name, another protocol or no host is refused', async () => {
  for (const url of ['https://me:word@x.example/', 'ftp://x.example/', 'file:///etc/passwd', 'nonsense'])
    await expect(post(url)).rejects.toMatchObject({ isFinal: true })
})

describe('a receiver that writes', () => {
  const forever = (first: string, rest: string) =>
    function* () {
      yield first
      for (;;) yield rest
    }
  const withinMs = 500
  const kib = 'x'.repeat(1024)

  test.each([
    ['headers drop by drop', forever('HTTP/1.1 200 OK\r\nx: ', 'x'), 20],
    ['a text drop by drop', forever('HTTP/1.1 200 OK\r\n\r\n', 'x'), 20],
    ['answers before the answer, without end', forever('', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'), 1],
  ])('%s, ends after the bound', async (_, pieces, pauseMs) => {
    const { url, end } = await writingReceiver(pieces, pauseMs)
    await post(url, '127.0.0.1', withinMs).catch((error: unknown) => {
      expect(error).toMatchObject({ message: 'The receiver did not answer in time', isFinal: false })
    })
    await end()
  })

  test.each([
    ['100 MB of headers', forever('HTTP/1.1 200 OK\r\n', `x: ${kib}\r\n`)],
    ['a header without end', forever('HTTP/1.1 200 OK\r\nx: ', kib)],
    ['100 MB of text', forever('HTTP/1.1 200 OK\r\ncontent-length: 100000000\r\n\r\n', kib)],
    ['a piece of a text without end', forever('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5f5e100\r\n', kib)],
  ])('%s, is cut after a few megabytes at most', async (_, pieces) => {
    const { url, end } = await writingReceiver(pieces, 0)
    const answer = await post(url, '127.0.0.1').catch((error: unknown) => error)
    expect(answer).toSatisfy((it) => it instanceof Error || (it as { status: number }).status === 200)
    // Bytes that wait in the buffers of the operating system count too.
    expect(await end()).toBeLessThan(10_000_000)
  })
})
