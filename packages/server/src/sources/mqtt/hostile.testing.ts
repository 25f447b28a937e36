import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Returns a length in the encoding of MQTT. */
function lengthBytes(length: number): number[] {
  const bytes: number[] = []
  let left = length
  do {
    bytes.push((left % 128) | (left >= 128 ? 0x80 : 0))
    left = Math.floor(left / 128)
  } while (left > 0)
  return bytes
}

const text = (value: string | Buffer): Buffer => {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])
}

/** Returns an MQTT packet: its first byte, then its parts. */
export function packet(first: number, ...parts: readonly (Buffer | number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([Buffer.from([first, ...lengthBytes(body.length)]), body])
}

export interface ConnectParts {
  readonly clientId?: string
  readonly username?: string
  readonly password?: string
  readonly will?: { readonly topic: string; readonly payload: string; readonly retain?: boolean }
  readonly keepAliveS?: number
  /** True: the broker is to keep the session of this client id. */
  readonly isKept?: boolean
}

export function connectPacket(parts: ConnectParts): Buffer {
  const { clientId = 'c', username, password, will, keepAliveS = 30, isKept = false } = parts
  const flags =
    (isKept ? 0 : 0x02) |
    (username === undefined ? 0 : 0x80) |
    (password === undefined ? 0 : 0x40) |
    (will === undefined ? 0 : 0x04 | 0x08 | (will.retain ? 0x20 : 0))
  const sent: Buffer[] = [text('MQTT'), Buffer.from([4, flags, keepAliveS >> 8, keepAliveS & 0xff]), text(clientId)]
  if (will) sent.push(text(will.topic), text(will.payload))
  if (username !== undefined) sent.push(text(username))
  if (password !== undefined) sent.push(text(password))
  return packet(0x10, ...sent)
}

export const publishPacket = (topic: string, payload: string, { id = 1, retain = false } = {}): Buffer =>
  packet(0x32 | (retain ? 1 : 0), text(topic), [id >> 8, id & 0xff], Buffer.from(payload))
export const subscribePacket = (topic: string, id = 1): Buffer => subscribeManyPacket([topic], id)
/** Returns one packet that subscribes to many topics with QoS 1. */
export const subscribeManyPacket = (topics: readonly string[], id = 1): Buffer =>
  packet(0x82, [id >> 8, id & 0xff], ...topics.map((topic) => Buffer.concat([text(topic), Buffer.from([1])])))
export const unsubscribePacket = (topic: string, id = 1): Buffer => packet(0xa2, [id >> 8, id & 0xff], text(topic))

/** Beginnings of connections that are invalid or must have no effect. */
export const beforeConnect: Readonly<Record<string, Buffer>> = {
  'a publication to an empty topic': publishPacket('', 'x'),
  'a publication': publishPacket('a/b', '{}'),
  'a subscription to everything': subscribePacket('#'),
  'a ping': Buffer.from([0xc0, 0]),
  'an acknowledgement of a connection': Buffer.from([0x20, 2, 0, 0]),
  'an acknowledgement of a publication': Buffer.from([0x40, 2, 0, 1]),
  'a release': Buffer.from([0x62, 2, 0, 1]),
  'a disconnect': Buffer.from([0xe0, 0]),
  'a reserved type': Buffer.from([0xf0, 0]),
  'type nought': Buffer.from([0, 0]),
  'a length of five bytes': Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x7f]),
  'the largest length': Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]),
  'a connection without a protocol': packet(0x10, text('')),
  'another protocol': packet(0x10, text('MQIsdp'), [3, 2, 0, 10], text('x')),
  'version nought': packet(0x10, text('MQTT'), [0, 2, 0, 10], text('x')),
  'version 255': packet(0x10, text('MQTT'), [255, 2, 0, 10], text('x')),
  'a reserved flag': packet(0x10, text('MQTT'), [4, 3, 0, 10], text('x')),
  'a will of quality three': packet(0x10, text('MQTT'), [4, 0x1e, 0, 10], text('x'), text('t'), text('p')),
  'a password without a name': packet(0x10, text('MQTT'), [4, 0x42, 0, 10], text('x'), text('secret')),
  'a name that says to be longer than it is': packet(0x10, text('MQTT'), [4, 0x82, 0, 10], text('x'), [0xff, 0xff, 1]),
  'NUL in the name': connectPacket({ clientId: 'a\u0000b', username: '\u0000', password: '\u0000' }),
  'text that is none': packet(
    0x10,
    text('MQTT'),
    [4, 0xc2, 0, 10],
    text('x'),
    text(Buffer.from([0xc3, 0x28])),
    text('k'),
  ),
  'names of the prototype': connectPacket({ clientId: '__proto__', username: 'constructor', password: '__proto__' }),
  HTTP: Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
  'a greeting of TLS': Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]),
  'half a header': Buffer.from([0x10]),
}

/** Sends bytes and waits until the server closes the connection; returns what the server sent before. */
export async function sendOnce(port: number, bytes: Buffer, { andEnd = false } = {}): Promise<Buffer> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => undefined)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => void chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk))
  socket.once('end', () => socket.end())
  if (andEnd) socket.end(bytes)
  else socket.write(bytes)
  await once(socket, 'close')
  return Buffer.concat(chunks)
}

/** Opens a connection of a device that sent its CONNECT and was admitted. */
export async function connectedDevice(port: number, parts: ConnectParts): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(connectPacket(parts))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  if (answer[0] !== 0x20 || answer[3] !== 0) throw new Error(`Refused: ${answer.toString('hex')}`)
  return socket
}
