import type { Server as HttpServer } from 'node:http'
import { type BrowserToServer, LIVE_PATH, type ServerToBrowser } from '@millwatch/contract/live'
import { Server, type Socket as ServerSocket } from 'socket.io'
import type { Clock } from '../clock.ts'
import type { Caller } from '../http/caller.ts'
import { closedPolicy, fixedHeaders } from '../http/headers.ts'
import type { Logger } from '../logger.ts'
import { callerOfSocket, type Handshaking, judgeHandshake } from './handshake.ts'
import { OccupiedRooms } from './rooms.ts'

export interface SocketSettings extends Handshaking {
  readonly server: HttpServer
  readonly logger: Logger
  readonly clock: Clock
  readonly version: string
  /** The internal name of a room for this caller; null when there is none, or none for them. */
  readonly resolveRoom: (caller: Caller, room: string) => Promise<string | null>
  /** Called once the caller is in the room: says what they would otherwise have missed. */
  readonly greet: (caller: Caller, room: string, say: SayToSocket) => Promise<void>
  /** Which sessions stand still, with the role of each. */
  readonly standing: (sessionIds: readonly number[]) => Promise<ReadonlyMap<number, string>>
}

export type SayToSocket = <E extends keyof ServerToBrowser>(
  event: E,
  ...message: Parameters<ServerToBrowser[E]>
) => void

export interface Sockets {
  isOccupied(room: string): boolean
  /** Whether anybody is in any room of a kind: `c1:o` for the rooms `c1:o:...`. */
  isAnyOccupied(kind: string): boolean
  emit<E extends keyof ServerToBrowser>(room: string, event: E, ...message: Parameters<ServerToBrowser[E]>): void
  emitToAll<E extends keyof ServerToBrowser>(event: E, ...message: Parameters<ServerToBrowser[E]>): void
  /** Open connections and occupied rooms, for metrics. */
  counts(): { sockets: number; rooms: number }
  close(): Promise<void>
}

interface SocketData {
  caller: Caller
  joins: number
}
type Socket = ServerSocket<BrowserToServer, ServerToBrowser, Record<string, never>, SocketData>
type Io = Server<BrowserToServer, ServerToBrowser, Record<string, never>, SocketData>

const limits = {
  frameBytes: 64 * 1024,
  messagesPerS: 50,
  joins: 200,
  socketsOfUser: 10,
  /** Messages that wait for a browser that does not take them. */
  backlog: 1000,
  roomNameLength: 64,
}
const refusalHeaders = { ...fixedHeaders, 'content-security-policy': closedPolicy, 'cache-control': 'no-store' }
/** What was ended elsewhere (a session, a membership, a role) is cut off within so much time. */
const recheckMs = 2000

/** The live connections of browsers: who may open one, which rooms they are in, and when they are cut off. */
export function createSockets(settings: SocketSettings): Sockets {
  const { logger, server } = settings
  const rooms = new OccupiedRooms()
  const io: Io = new Server(server, {
    path: LIVE_PATH,
    // A page that cannot open a socket reads again by REST: no second transport to secure.
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: limits.frameBytes,
    perMessageDeflate: false,
    connectTimeout: 10_000,
    pingInterval: 20_000,
    pingTimeout: 20_000,
    allowRequest: (request, decide) => {
      judgeHandshake(request, settings).then(
        (verdict) => decide(verdict.allowed ? null : verdict.reason, verdict.allowed),
        (error) => {
          logger.warn({ err: error }, 'A handshake could not be judged')
          decide('unavailable', false)
        },
      )
    },
  })
  io.engine.on('headers', (headers) =>
    Object.assign(headers, fixedHeaders, { 'content-security-policy': closedPolicy }),
  )
  io.engine.on('initial_headers', (headers) => Object.assign(headers, { 'cache-control': 'no-store' }))
  // The engine's own refusals know nothing of headers.
  server.prependListener('request', (request, response) => {
    if (request.url?.startsWith(`${LIVE_PATH}/`) !== true) return
    for (const [name, value] of Object.entries(refusalHeaders)) response.setHeader(name, value)
  })
  const main = io.of('/')
  main.adapter.on('create-room', (room) => rooms.opened(room))
  main.adapter.on('delete-room', (room) => rooms.closed(room))
  admit(io, settings)
  io.on('connection', (socket) => serve(socket, settings))
  const recheck = setInterval(() => {
    cutOff(io, settings).catch((error) => logger.warn({ err: error }, 'Sessions of sockets could not be checked'))
  }, recheckMs)

  return {
    isOccupied: (room) => rooms.has(room),
    isAnyOccupied: (kind) => rooms.anyOf(kind),
    emit: (room, event, ...message) => void io.to(room).emit(event, ...message),
    emitToAll: (event, ...message) => void io.emit(event, ...message),
    counts: () => ({ sockets: main.sockets.size, rooms: rooms.size }),
    async close() {
      clearInterval(recheck)
      main.disconnectSockets(true)
      io.engine.close()
    },
  }
}

function admit(io: Io, settings: SocketSettings): void {
  io.use((socket, next) => {
    callerOfSocket(socket.request, socket.handshake.auth, settings).then(
      (caller) => {
        if (!caller) return next(new Error('unauthorized'))
        const ofUser = [...io.of('/').sockets.values()].filter((one) => one.data.caller.userId === caller.userId)
        if (ofUser.length >= limits.socketsOfUser) return next(new Error('too_many_connections'))
        socket.data = { caller, joins: 0 }
        next()
      },
      () => next(new Error('unavailable')),
    )
  })
}

/** More than so many packets within a second, whatever they hold, is no browser of ours. */
function limitRate(socket: Socket, clock: Clock): void {
  let count = 0
  let second = 0
  socket.conn.on('packet', () => {
    const now = Math.floor(clock.monotonicMs() / 1000)
    if (now !== second) {
      second = now
      count = 0
    }
    if (++count > limits.messagesPerS) socket.disconnect(true)
  })
}

function roomIn(message: unknown): string {
  const room = typeof message === 'object' && message !== null && 'room' in message ? message.room : undefined
  return typeof room === 'string' ? room.slice(0, limits.roomNameLength) : ''
}

function serve(socket: Socket, { resolveRoom, greet, logger, version, clock }: SocketSettings): void {
  limitRate(socket, clock)
  const { caller } = socket.data
  socket.on('join', (message) => {
    const room = roomIn(message)
    if (++socket.data.joins > limits.joins) return void socket.disconnect(true)
    resolveRoom(caller, room).then(
      async (internal) => {
        if (internal === null || !socket.connected) return void socket.emit('refused', { room })
        await socket.join(internal)
        socket.emit('joined', { room })
        await greet(caller, room, (event, ...message) => void socket.emit(event, ...message)).catch((error) =>
          logger.warn({ err: error }, 'A room could not be greeted'),
        )
      },
      (error) => {
        logger.warn({ err: error }, 'A room could not be joined')
        socket.emit('refused', { room })
      },
    )
  })
  socket.on('leave', (message) => {
    const room = roomIn(message)
    const internal = `c${caller.companyId}:${room}`
    if (!socket.rooms.has(internal)) return void socket.emit('left', { room })
    socket.data.joins--
    Promise.resolve(socket.leave(internal)).then(
      () => void socket.emit('left', { room }),
      () => undefined,
    )
  })
  socket.emit('connected', { server: version })
}

/** Ends connections whose session ended, expired or changed its role, and those that do not take what is sent to them. */
async function cutOff(io: Io, { standing }: SocketSettings): Promise<void> {
  const sockets = [...io.of('/').sockets.values()]
  for (const socket of sockets) if (backlogOf(socket) > limits.backlog) socket.disconnect(true)
  const sessionIds = [...new Set(sockets.map((socket) => socket.data.caller.sessionId))]
  if (sessionIds.length === 0) return
  const roles = await standing(sessionIds)
  for (const socket of sockets) {
    const { sessionId, role } = socket.data.caller
    if (roles.get(sessionId) !== role) socket.disconnect(true)
  }
}

function backlogOf(socket: Socket): number {
  // The engine keeps what it could not send yet in a list that its types hide.
  const { writeBuffer } = socket.conn as unknown as { writeBuffer?: readonly unknown[] }
  return writeBuffer?.length ?? 0
}
