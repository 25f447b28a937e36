import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { httpSender } from './http.ts'
import { Closed } from './sender.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Starts a server that gives the answers one after the other; the last answer is for all further requests. */
async function serve(answers: readonly Answer[]): Promise<{ url: string; bodies: string[]; seen: IncomingMessage[] }> {
  const bodies: string[] = []
  const seen: IncomingMessage[] = []
  server = createServer(async (request, response) => {
    const answer = answers[Math.min(seen.length, answers.length - 1)]
    seen.push(request)
    let body = ''
    for await (const chunk of request) body += chunk
    bodies.push(body)
    answer?.(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, seen }
}

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end('{}')
const taken: Answer = (response) =>
  response.end(JSON.stringify({ status: 'success', accepted: 1, duplicates: 0, quarantined: 0 }))
const device = { uuid: '7f3c9a52-0000-4000-8000-000000000001', key: 'a-key' }
const envelope = { batch_id: 'b-1', sent_at: 5, events: [{ t: 5, type: 'ping' }] }

test('sends an envelope as its device and reads what became of it', async () => {
  const { url, bodies, seen } = await serve([taken])
  expect(await httpSender(url, device).send(envelope)).toEqual({
    kind: 'acknowledged',
    counts: { accepted: 1, duplicates: 0, quarantined: 0 },
  })
  expect(seen[0]?.url).toBe('/v0/ingest')
  expect(seen[0]?.headers.authorization).toBe(`Device ${device.uuid}:a-key`)
  expect(JSON.parse(bodies[0] ?? '')).toEqual(envelope)
})

test('sends again, under the same batch id, after a busy server, a lost connection and a lost answer', async () => {
  const lost: Answer = (response) => response.destroy()
  const { url, bodies } = await serve([status(503), lost, status(500), taken])
  expect((await httpSender(url, device).send(envelope)).kind).toBe('acknowledged')
  expect(bodies.length).toBe(4)
  expect(new Set(bodies).size).toBe(1)
})

test('waits as long as a server asks it to', async () => {
  const { url } = await serve([status(429, { 'retry-after': '1' }), taken])
  const began = performance.now()
  expect((await httpSender(url, device).send(envelope)).kind).toBe('acknowledged')
  expect(performance.now() - began).toBeGreaterThanOrEqual(990)
})

test('takes a refusal as final', async () => {
  const { url, seen } = await serve([status(401)])
  expect(await httpSender(url, device).send(envelope)).toEqual({ kind: 'refused', reason: '401 {}' })
  expect(seen.length).toBe(1)
})

test('ends at once when it is closed while it waits', async () => {
  const { url } = await serve([status(503, { 'retry-after': '60' })])
  const sender = httpSender(url, device)
  const sent = sender.send(envelope)
  const requested = new Promise((resolve) => server.once('request', resolve))
  await requested
  await sender.close()
  await expect(sent).rejects.toThrow(Closed)
})

test('passes on a command about outputs that it reads, and nothing while there is none', async () => {
  const outputs = { type: 'outputs', '24v': 1, '120v': 0, id: 2 }
  const { url, seen } = await serve([(response) => response.end(JSON.stringify({ status: 'success', outputs }))])
  const received: unknown[] = []
  const sender = httpSender(url, device, (command) => received.push(command))
  await vi.waitFor(() => expect(received).toEqual([outputs]), { timeout: 20_000 })
  expect(seen[0]).toMatchObject({ method: 'GET', url: '/v0/device/config' })
  expect(seen[0]?.headers.authorization).toBe(`Device ${device.uuid}:${device.key}`)
  await sender.close()
})
