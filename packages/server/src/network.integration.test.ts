import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { MAX_MESSAGE_BYTES } from '@millwatch/contract/devices'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { expect, test, vi } from 'vitest'

const { t, root: unit, token } = await appWithCompany()
const port = (await t.app.listen()).http
const machine = await machineWithDevice(t, token, unit)

const post = (path: string, body: string | Buffer, headers: Record<string, string>) =>
  fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, headers })

/** Sends these bytes and returns the answer, up to the end of the connection. */
async function say(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.on('error', () => undefined)
  socket.write(bytes)
  await once(socket, 'close')
  return answer
}

test('a message over 1 MiB is refused each time with this reason, and nothing of it is stored', async () => {
  const events = [{ t: Date.now(), type: 'cycle', cycle_time: 1 }]
  for (const size of [MAX_MESSAGE_BYTES + 1, 2 * MAX_MESSAGE_BYTES, 20 * MAX_MESSAGE_BYTES]) {
    const body = JSON.stringify({ batch_id: `b-${size}`, events, padding: 'x'.repeat(size) })
    const answer = await post('/v0/ingest', body, { authorization: machine.authorization })
    expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'payload_too_large' }])
  }
  const { rows } = await t.db.owner.query('select count(*)::int as n from batch')
  expect(rows[0].n).toBe(0)
  const padding = 'x'.repeat(MAX_MESSAGE_BYTES - 200)
  const largest = JSON.stringify({ batch_id: 'largest', events, padding })
  const answer = await post('/v0/ingest', largest, { authorization: machine.authorization })
  expect(await answer.json()).toMatchObject({ accepted: 1 })
})

test('a device faster than its allowance gets the time to come again', async () => {
  const at = Date.now() - 3_600_000
  const send = (batchId: string) => {
    const events = Array.from({ length: 20_000 }, (_, k) => ({ t: at + k, type: 'ping' }))
    return post('/v0/ingest', JSON.stringify({ batch_id: batchId, events }), { authorization: machine.authorization })
  }
  expect((await send('fast-1')).status).toBe(200)
  expect((await send('fast-2')).status).toBe(200)
  const answer = await send('fast-3')
  expect([answer.status, await answer.json()]).toMatchObject([429, { code: 'device_too_fast' }])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  const { rows } = await t.db.owner.query("select count(*)::int as n from batch where batch_id like 'fast%'")
  expect(rows[0].n).toBe(2)
})

test('what is no HTTP gets an answer with the same headers, and no more', async () => {
  const nonsense = [
    '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n',
    'GET\r\n\r\n',
    `GET / HTTP/1.1\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
    'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n',
    'GET /health HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n',
    'GET /v0/user HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\nConnection: close\r\n\r\n',
  ]
  for (const bytes of nonsense) {
    const answer = await say(bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answer).toContain("frame-ancestors 'none'")
    expect(answer).toContain('nosniff')
    expect(answer).toContain('"status":"error"')
  }
  const twice = await say(
    'POST /v0/ingest HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  )
  expect(twice).toMatch(/^HTTP\/1\.1 400 /)
})

test('a client that offers another protocol is answered in this one; a refused live connection bears the headers too', async () => {
  const answer = await say(
    'GET /v0/user HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  const refused = await fetch(`http://127.0.0.1:${port}/live/?EIO=4&transport=polling`)
  expect(refused.status).toBe(400)
  expect(refused.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect([refused.headers.get('x-content-type-options'), refused.headers.get('cache-control')]).toEqual([
    'nosniff',
    'no-store',
  ])
})

test.each([
  ['pings of a stranger', 0x9, false],
  ['packets of a stranger', 0x1, false],
  ['pings of somebody signed in', 0x9, true],
  ['packets of somebody signed in', 0x1, true],
])('a live connection that floods with %s is cut, though it answers no farewell', async (_what, opcode, isSignedIn) => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const key = randomBytes(16).toString('base64')
  const head = `GET /live/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n`
  socket.write(`${head}${isSignedIn ? `Authorization: ${token}\r\n` : ''}\r\n`)
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 101 /)
  // Frames of one byte, masked with zeros: a pong of the library ('3'), or a ping with that content.
  const frame = Buffer.from([0x80 | opcode, 0x81, 0, 0, 0, 0, 0x33])
  const signIn = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30])
  socket.write(Buffer.concat([...(isSignedIn ? [signIn] : []), ...Array.from({ length: 300 }, () => frame)]))
  // Without the limit it stays for 10 s and more.
  await expect.poll(() => socket.closed, { timeout: 8000 }).toBe(true)
})

test('a reader who goes away in the middle of a long answer leaves nothing behind', async () => {
  const at = Date.now() - 20 * 3_600_000
  const long = await machineWithDevice(t, token, unit)
  for (let i = 0; i < 20; i++) {
    const events = Array.from({ length: 2500 }, (_, k) => ({
      t: at + (i * 2500 + k) * 100,
      type: 'tlm',
      temperature_1: k,
    }))
    await long.send(events)
  }
  const query = `startDate=${new Date(at).toISOString()}&endDate=${new Date().toISOString()}`
  const head = `GET /v0/e/${long.id}/data/raw?${query} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${token}\r\n\r\n`
  for (let i = 0; i < 5; i++) {
    const socket = connect(port, '127.0.0.1')
    socket.write(head)
    await once(socket, 'data')
    socket.destroy()
  }
  const busy =
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'"
  await vi.waitFor(async () => expect((await t.db.owner.query(busy)).rows[0].n).toBe(0), { timeout: 20_000 })
  const whole = await fetch(`http://127.0.0.1:${port}/v0/e/${long.id}/data/raw?${query}`, {
    headers: { authorization: token },
  })
  expect(whole.headers.get('content-encoding')).toMatch(/br|gzip/)
  expect(((await whole.json()) as { data: unknown[] }).data).toHaveLength(50_000)
})
