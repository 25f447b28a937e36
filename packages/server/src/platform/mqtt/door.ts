import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Certificate } from '../tls.ts'
import { PacketGuard } from './packet-guard.ts'

const BEFORE_CONNECT_BYTES = 4096
/** From the first byte of a connection to its CONNECT. */
export const CONNECT_MS = 10_000
/** Connections that have not said who they are; of more than so many, those go that have waited longest. TLS takes more memory. */
const MOST_WAITING = { plain: 400, tls: 200 } as const

/** What is done with a connection once it has said who it is. */
export interface Visitors {
  /** Called with a whole CONNECT there to be read. */
  readonly enter: (socket: Socket) => void
  /** Called when a packet announces more bytes than its connection may send, which ends it. */
  readonly tooLarge: (socket: Socket, bytes: number) => void
}

export interface Door {
  listen(host: string, port: number): Promise<number>
  /** It has said who it is: it waits no longer. */
  introduced(socket: object): void
  /** Who it is is known: it may send packets up to `limitBytes`. */
  known(socket: object, limitBytes: number): void
  close(): Promise<void>
}

/**
 * A port for devices. Until there is a whole CONNECT a connection is a socket and a few bytes and nothing else; strangers are
 * few at a time, whatever number of them knocks.
 */
export function openDoor(certificate: Certificate | undefined, visitors: Visitors): Door {
  const sockets = new Set<Socket>()
  const waiting = new Waiting(certificate === undefined ? MOST_WAITING.plain : MOST_WAITING.tls)
  const guards = new WeakMap<object, PacketGuard>()
  const receive = (socket: Socket) => {
    socket.on('error', () => socket.destroy())
    awaitConnect(socket, () => {
      const guard = new PacketGuard(BEFORE_CONNECT_BYTES)
      guards.set(socket, guard)
      watch(socket, guard, (bytes) => visitors.tooLarge(socket, bytes))
      visitors.enter(socket)
    })
  }
  const arrive = (socket: Socket) => {
    sockets.add(socket)
    waiting.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      waiting.remove(socket)
    })
    socket.on('error', () => socket.destroy())
  }
  const server = serverFor(certificate, arrive, receive)
  return {
    listen: (host, port) => listening(server, host, port),
    introduced: (socket) => waiting.remove(socket as Socket),
    known(socket, limitBytes) {
      const guard = guards.get(socket)
      if (guard !== undefined) guard.limitBytes = limitBytes
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** With TLS a connection is there before its protocol is: it counts from the beginning. */
function serverFor(
  certificate: Certificate | undefined,
  arrive: (socket: Socket) => void,
  receive: (socket: Socket) => void,
): Server {
  if (certificate === undefined) {
    return createServer({ noDelay: true }, (socket) => {
      arrive(socket)
      receive(socket)
    })
  }
  const server = createTlsServer({ ...certificate.options, noDelay: true, handshakeTimeout: CONNECT_MS }, receive)
  certificate.keep(server)
  server.on('connection', arrive)
  return server
}

/** By where they come from: what TLS makes of a connection is another object with the same two ends. */
class Waiting {
  readonly #most: number
  readonly #sockets = new Map<string, Socket>()
  readonly #timers = new Map<string, NodeJS.Timeout>()

  constructor(most: number) {
    this.#most = most
  }

  add(socket: Socket): void {
    const name = endOf(socket)
    this.#sockets.set(name, socket)
    this.#timers.set(
      name,
      setTimeout(() => socket.destroy(), CONNECT_MS),
    )
    if (this.#sockets.size <= this.#most) return
    const [oldest] = this.#sockets
    if (oldest === undefined) return
    this.#forget(oldest[0])
    oldest[1].destroy()
  }

  remove(socket: Socket): void {
    this.#forget(endOf(socket))
  }

  #forget(name: string): void {
    clearTimeout(this.#timers.get(name))
    this.#timers.delete(name)
    this.#sockets.delete(name)
  }
}

const ends = new WeakMap<Socket, string>()

/** Where a connection comes from; a closed one does not say it any more. */
function endOf(socket: Socket): string {
  const known = ends.get(socket)
  if (known !== undefined) return known
  const end = `${socket.remoteAddress}:${socket.remotePort}`
  ends.set(socket, end)
  return end
}

/** The length of the whole packet that begins so, when it is a CONNECT of a device; null: it is none; undefined: not yet known. */
export function connectLength(seen: Buffer): number | null | undefined {
  if (seen.length > 0 && seen[0] !== 0x10) return null
  let length = 0
  for (let at = 1; at < seen.length; at++) {
    const byte = seen[at] ?? 0
    length += (byte & 0x7f) * 128 ** (at - 1)
    if (length > BEFORE_CONNECT_BYTES) return null
    if ((byte & 0x80) === 0) return 1 + at + length
    if (at === 4) return null
  }
  return undefined
}

/** Keeps what comes until there is a whole CONNECT, which is then there to be read; anything else ends the connection. */
function awaitConnect(socket: Socket, enter: () => void): void {
  let seen: Buffer = Buffer.alloc(0)
  const look = () => {
    for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read()) {
      seen = seen.length === 0 ? chunk : Buffer.concat([seen, chunk])
    }
    const length = connectLength(seen)
    if (length === null) return void socket.destroy()
    if (length === undefined || seen.length < length) return
    socket.removeListener('readable', look)
    socket.unshift(seen)
    // Only once nobody listens any more does the stream say again, to the broker, that there is something to be read.
    setImmediate(() => void (socket.destroyed || enter()))
  }
  socket.on('readable', look)
}

/** Sees every chunk before the broker does; one that announces too large a packet ends the connection. */
function watch(socket: Socket, guard: PacketGuard, tooLarge: (bytes: number) => void): void {
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size)
    const bytes = chunk === null ? null : guard.feed(chunk)
    if (bytes === null) return chunk
    tooLarge(bytes)
    socket.destroy()
    return null
  }
}

function listening(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}
