import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import type { Duplex } from 'node:stream'
import { LIVE_PATH } from '@millwatch/contract/live'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { openLive } from '@millwatch/lab/app/live-client'
import { startServer } from '@millwatch/lab/app/server-process'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'

/** Packets of the two protocols, valid and invalid; some of the invalid ones have crashed servers. */
const packets = [
  '2',
  '3',
  '1',
  '5',
  '6',
  '40',
  '40{"token":"x"}',
  '41',
  '42["join",{"room":"e:1"}]',
  '42["leave",{"room":"e:1"}]',
  '421["join",{"room":"o:1"}]',
  '420["join"]',
  '430[]',
  '44{}',
  '45',
  '451-["join",{"_placeholder":true,"num":0}]',
  '455999999-["join",{"_placeholder":true,"num":0}]',
  '5999999-',
  '4599999999999999999999-["x"]',
  '45-1-["x"]',
  '451-["join",{"_placeholder":true,"num":-1}]',
  '451-["join",{"_placeholder":true,"num":"splice"}]',
  '451-["join",{"_placeholder":true,"num":1e9}]',
  '42/admin,["join"]',
  '40/admin,',
  '40/__proto__,',
  '42["disconnect"]',
  '42["connection"]',
  '42["error",{}]',
  '42["newListener"]',
  '42["__proto__",{"room":1}]',
  '42["constructor"]',
  '42[{"toString":1}]',
  '42[null]',
  '42["join",null]',
  '42["join",{"room":{"toString":5}}]',
  '42["join",{"__proto__":{"room":"e:1"}}]',
  '42["join"',
  '42',
  '4',
  '',
  '9',
  'b4AAAA',
  '46',
  '47["x"]',
  `42["join",{"room":"${'['.repeat(500)}"}]`,
  `42${'['.repeat(3000)}`,
]

interface Mutation {
  readonly packet: string
  readonly changes: readonly { readonly at: number; readonly byte: number }[]
  readonly more: string
  /** Opcode of the frame: text, binary, continuation, close, ping, pong, reserved. */
  readonly opcode: number
  readonly isFinal: boolean
  /** Error added to the length in the header. */
  readonly lie: number
  readonly isMasked: boolean
}

const mutations: fc.Arbitrary<Mutation> = fc.record({
  packet: fc.constantFrom(...packets),
  changes: fc.array(fc.record({ at: fc.nat(60), byte: fc.nat(255) }), { maxLength: 3 }),
  more: fc.oneof({ weight: 4, arbitrary: fc.constant('') }, fc.string({ maxLength: 40 })),
  opcode: fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, fc.nat(15)),
  isFinal: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.boolean()),
  lie: fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, fc.integer({ min: -3, max: 70_000 })),
  isMasked: fc.oneof({ weight: 12, arbitrary: fc.constant(true) }, fc.boolean()),
})

/** Returns a frame of a websocket (RFC 6455, section 5.2). */
function frameOf({ packet, changes, more, opcode, isFinal, lie, isMasked }: Mutation): Buffer {
  const payload = Buffer.from(packet + more)
  for (const { at, byte } of changes) if (at < payload.length) payload[at] = byte
  const length = Math.max(0, payload.length + lie)
  const head = [(isFinal ? 0x80 : 0) | opcode]
  const bit = isMasked ? 0x80 : 0
  if (length < 126) head.push(bit | length)
  else if (length < 65_536) head.push(bit | 126, length >> 8, length & 0xff)
  else head.push(bit | 127, 0, 0, 0, 0, 0, length >> 16, (length >> 8) & 0xff, length & 0xff)
  // A mask of zeros leaves the payload unchanged.
  return Buffer.concat([Buffer.from(head), isMasked ? Buffer.alloc(4) : Buffer.alloc(0), payload])
}

/** Opens a raw websocket and completes its handshake; with a token also the first packet of the protocol above. */
async function dial(port: number, token: string | undefined): Promise<Duplex> {
  const upgrade = request({
    ...{ host: '127.0.0.1', port, path: `${LIVE_PATH}/?EIO=4&transport=websocket` },
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      ...(token === undefined ? {} : { authorization: token }),
    },
  })
  upgrade.end()
  const [, socket] = (await once(upgrade, 'upgrade')) as [unknown, Duplex]
  socket.on('error', () => undefined).resume()
  if (token !== undefined) {
    const plain = { changes: [], more: '', opcode: 1, isFinal: true, lie: 0, isMasked: true }
    socket.write(frameOf({ ...plain, packet: '40' }))
  }
  return socket
}

/** Sends so many mutated frames, a few on each connection, half of them by a signed-in user. */
async function sendMutatedFrames(port: number, token: string, count: number, seed: number): Promise<void> {
  // The first invalid frame ends the connection; what follows is not read.
  const each = 4
  const atOnce = 8
  let sent = 0
  for (let round = 0; sent < count; round++) {
    await Promise.all(
      Array.from({ length: atOnce }, async (_, i) => {
        const frames = fc.sample(mutations, { numRuns: each, seed: seed + round * atOnce + i }).map(frameOf)
        const socket = await dial(port, i % 2 === 0 ? token : undefined)
        const closed = once(socket, 'close')
        for (const frame of frames) if (!socket.destroyed) socket.write(frame)
        socket.end()
        await closed
      }),
    )
    sent += each * atOnce
  }
}

/** Declares a test which sends so many mutated frames to a server process. */
export async function testFrames(count: number): Promise<void> {
  const { t, token, root } = await appWithCompany()
  const server = await startServer({ url: t.db.url })
  afterAll(() => server.stop())

  test('Socket.IO CVE-2024-38355, CVE-2023-32695, CVE-2022-21676, CVE-2022-2421: mutated frames by the thousand end no server', async () => {
    await sendMutatedFrames(server.ports.http, token, count, 1)
    // The server process must be the same as at the beginning.
    process.kill(server.pid, 0)
    const client = await openLive(server.url, { auth: { token } })
    expect(await client?.join(`o:${root}`)).toBe('joined')
    client?.close()
    expect(Object.prototype).not.toHaveProperty('room')
  })
}
