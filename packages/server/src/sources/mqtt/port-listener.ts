import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Certificate } from '../../platform/tls.ts'
import { PacketGuard } from './packet-guard.ts'

/** Largest packet (bytes) of a connection whose device is not authenticated. */
export const BEFORE_CONNECT_BYTES = 4096
/** Longest time (ms) from the opening of a connection to its CONNECT packet; after it the connection is closed. */
export const CONNECT_MS = 10_000
/**
 * Largest numbers of connections without a CONNECT packet on one port. Beyond that, the one waiting longest is closed. TLS needs
 * more memory.
 */
const MOST_WAITING = { plain: 400, tls: 200 } as const

/** Functions that a listener calls for its connections. */
export interface ConnectionHandlers {
  /** Called with a socket when a whole CONNECT packet can be read from it. */
  readonly enter: (socket: Socket) => void
  /** Called with the announced size when a packet is larger than its connection may send; the connection is closed afterwards. */
  readonly tooLarge: (socket: Socket, bytes: number) => void
}

export interface PortListener {
  listen(host: string, port: number): Promise<number>
  /** Registers that the connection sent its CONNECT packet, so that it is no longer closed for waiting. */
  connectReceived(socket: object): void
  /** Registers that the device is authenticated and may send packets of up to `limitBytes`. */
  allowBytes(socket: object, limitBytes: number): void
  close(): Promise<void>
}

/**
 * Creates the listener of a port for devices, with TLS only if there is a certificate; `listen` opens the port. A connection is
 * passed to `enter` once its CONNECT packet has arrived. At most 400 connections (TLS: 200) may wait for theirs; at the next one,
 * the oldest is closed. One that still waits after 10 s is closed too.
 */
export function createPortListener(certificate: Certificate | undefined, visitors: ConnectionHandlers): PortListener {
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
    connectReceived: (socket) => waiting.remove(socket as Socket),
    allowBytes(socket, limitBytes) {
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

/**
 * Creates the server. `arrive` is called with a connection at its TCP start, `receive` with TLS only after its handshake, which
 * may take 10 s.
 */
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

/**
 * Connections without a CONNECT packet, by remote address and port, because TLS wraps a socket in another object with the same
 * remote end.
 */
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

/** Returns the remote address and port of a connection. They are cached, because a closed socket no longer has them. */
function endOf(socket: Socket): string {
  const cached = ends.get(socket)
  if (cached !== undefined) return cached
  const end = `${socket.remoteAddress}:${socket.remotePort}`
  ends.set(socket, end)
  return end
}

/**
 * Returns the length in bytes of the CONNECT packet that begins with these bytes. Undefined if more bytes are needed for that;
 * null if it is another packet or one over 4 KiB.
 */
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

/**
 * Waits until a whole CONNECT packet has arrived, and calls `enter` when it can be read from the socket. Closes the connection at
 * any other packet.
 */
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
    // The stream signals new data again, to the broker, only after the last listener was removed.
    setImmediate(() => void (socket.destroyed || enter()))
  }
  socket.on('readable', look)
}

/**
 * Checks every chunk before the broker reads it. If a chunk announces a packet over the limit, calls `tooLarge` with its size and
 * closes the connection.
 */
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
