import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Certificate } from '../tls.ts'
import { PacketGuard } from './packet-guard.ts'

const BEFORE_CONNECT_BYTES = 4096
/** From the first byte of a connection to its CONNECT. */
export const CONNECT_MS = 10_000
/** Connections that have not said who they are; of more than so many, those go that have waited longest. TLS takes more memory. */
const MOST_WAITING = { plain: 1000, tls: 250 } as const

/** What is done with a connection once it says something. */
export interface Visitors {
  /** Called with the first bytes there to be read. */
  readonly enter: (socket: Socket) => void
  /** Called when a packet announces more bytes than its connection may send, which ends it. */
  readonly tooLarge: (socket: Socket, bytes: number) => void
}

export interface Door {
  listen(host: string, port: number): Promise<number>
  /** Who is behind this connection is known: it waits no longer, and may send packets up to `limitBytes`. */
  known(socket: object, limitBytes: number): void
  close(): Promise<void>
}

/**
 * A port for devices. Until a connection says something it is a socket and nothing else; strangers are few at a time,
 * whatever number of them knocks.
 */
export function openDoor(certificate: Certificate | undefined, visitors: Visitors): Door {
  const sockets = new Set<Socket>()
  const waiting = new Waiting(certificate === undefined ? MOST_WAITING.plain : MOST_WAITING.tls)
  const guards = new WeakMap<object, PacketGuard>()
  const receive = (socket: Socket) => {
    const guard = new PacketGuard(BEFORE_CONNECT_BYTES)
    guards.set(socket, guard)
    watch(socket, guard, (bytes) => visitors.tooLarge(socket, bytes))
    socket.on('error', () => socket.destroy())
    // Only once nobody listens any more does the stream say again, to the broker, that there is something to be read.
    socket.once('readable', () => setImmediate(() => void (socket.destroyed || visitors.enter(socket))))
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
    known(socket, limitBytes) {
      waiting.remove(socket as Socket)
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
