import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { Bucket } from './bucket.ts'
import { elementIn, elementsIn } from './send.ts'

let [folder, server]: [string, Server | undefined] = ['', undefined]
let requests = 0

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millwatch-s3-'))
})
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  rmSync(folder, { recursive: true })
})

/** Starts a storage that answers every request in one way. */
async function storageThat(answers: RequestListener): Promise<Bucket> {
  requests = 0
  server = createServer((request, response) => {
    requests++
    request.resume()
    response.on('error', () => undefined)
    answers(request, response)
  })
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const key = { id: 'test-key-id', secret: 'test-key-secret' }
  const settings = { endpoint: `http://127.0.0.1:${port}`, bucket: 'b', prefix: '', region: 'x', key }
  return new Bucket({ settings, clock: systemClock, pauseMs: 1, answerWithinMs: 500 })
}

const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no failure',
    (error: unknown) => String(error),
  )

test('An object of unsaid or endless length is refused before it fills the disk', async () => {
  const piece = Buffer.alloc(65_536)
  const endless = await storageThat((_request, response) => {
    const write = (): void => void response.write(piece, (error) => error ?? setImmediate(write))
    write()
  })
  expect(await failureOf(endless.get('endless', join(folder, 'fetched')))).toContain('does not say how long it is')
  expect(readdirSync(folder)).toEqual([])
})

test('An object that is said to be larger than the free disk is refused, and leaves nothing', async () => {
  const huge = await storageThat((_request, response) => {
    response.writeHead(200, { 'content-length': String(2 ** 60) }).write('x')
  })
  expect(await failureOf(huge.get('huge', join(folder, 'fetched')))).toContain('free')
  expect(readdirSync(folder)).toEqual([])
})

test('A list that never ends is given up', async () => {
  const endless = await storageThat((_request, response) =>
    response.end(
      '<R><IsTruncated>true</IsTruncated><NextContinuationToken>1</NextContinuationToken><Contents><Key>a</Key></Contents></R>',
    ),
  )
  expect(await failureOf(endless.list())).toContain('gives the same part of its list again')
  expect(requests).toBe(2)
})

test('A redirect is an error, and nobody follows it with the signature', async () => {
  writeFileSync(join(folder, 'file'), 'content')
  const moved = await storageThat((_request, response) =>
    response.writeHead(307, { location: 'http://127.0.0.1:1/elsewhere' }).end(),
  )
  expect(await failureOf(moved.put('a', join(folder, 'file')))).toMatch(/answered PUT a with 307$/)
  expect(requests).toBe(1)
})

test('A malformed answer takes no long time, and is an error of the storage', async () => {
  const began = performance.now()
  expect(elementsIn('<Contents>'.repeat(1_600_000), 'Contents')).toEqual([])
  expect(elementIn('<Code>'.repeat(1_600_000), 'Code')).toBeUndefined()
  expect(performance.now() - began).toBeLessThan(5000)
  expect(elementIn('<Message>&#99999999999; &#65; &amp; &nix;</Message>', 'Message')).toBe('&#99999999999; A & &nix;')
})

test('A short answer that trickles is given up after a time', async () => {
  const slow = await storageThat((_request, response) => {
    const timer = setInterval(() => response.write(' '), 10)
    response.on('close', () => clearInterval(timer))
  })
  expect(await failureOf(slow.list())).toContain('takes too long')
})
