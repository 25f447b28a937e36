import type { Server as HttpServer } from 'node:http'
import { LIVE_PATH, type ServerToBrowser } from '@millwatch/contract/live'
import { Server } from 'socket.io'
import { principalOf } from '../http/caller.ts'
import { bareHeaders } from '../http/headers.ts'
import { reachedBy } from '../http/proxies.ts'
import { checkHandshake, type Handshaking, listenerOf } from './handshake.ts'
import { limitFrames } from './limit-frames.ts'
import { Recheck, type RecheckSettings } from './recheck.ts'
import { OccupiedRooms } from './rooms.ts'
import { type Serving, serve } from './serve.ts'
import { type Io, limits } from './types.ts'

export interface SocketSettings extends Handshaking, Serving, RecheckSettings {
  readonly server: HttpServer
}

/** Receivers of an event: the internal name of a room, or a room without the sockets that are also in the room `except`. */
export type Receivers = string | { readonly to: string; readonly except: string }

export interface Sockets {
  isOccupied(room: string): boolean
  /** Returns true if any room of a kind is occupied; the kind `c1:o` has the rooms `c1:o:...`. */
  isAnyOccupied(kind: string): boolean
  /** Returns the internal names of the occupied rooms. */
  occupied(): Iterable<string>
  /**
   * Sends an event to the receivers on this server. Sends nothing while no check of the listeners' rights has succeeded for 5 s.
   */
  emit<E extends keyof ServerToBrowser>(room: Receivers, event: E, ...message: Parameters<ServerToBrowser[E]>): void
  emitToAll<E extends keyof ServerToBrowser>(event: E, ...message: Parameters<ServerToBrowser[E]>): void
  /**
   * Checks at once, after a change that may close rooms or end sessions, which listeners may stay connected and in which rooms.
   */
  recheck(): void
  /** Returns the numbers of open connections and of occupied rooms, for metrics. */
  counts(): { sockets: number; rooms: number }
  close(): Promise<void>
}

/**
 * Creates the live connections to browsers on an HTTP server. It admits listeners, up to 40 sockets each, keeps the rooms that
 * they join, and disconnects them when they lose their rights.
 */
export function createSockets(settings: SocketSettings): Sockets {
  const rooms = new OccupiedRooms()
  const io = openIo(settings)
  const main = io.of('/')
  main.adapter.on('create-room', (room) => {
    // Socket.IO also creates a room for each socket alone, which has the id of the socket as its name.
    if (!main.adapter.sids.has(room)) rooms.opened(room)
  })
  main.adapter.on('delete-room', (room) => rooms.closed(room))
  admitTo(io, settings)
  io.on('connection', (socket) => serve(socket, settings))
  const recheck = new Recheck(io, settings)

  return {
    isOccupied: (room) => rooms.has(room),
    isAnyOccupied: (kind) => rooms.anyOf(kind),
    occupied: () => rooms.all(),
    emit(room, event, ...message) {
      if (!recheck.isFresh()) return
      const receivers = typeof room === 'string' ? io.to(room) : io.to(room.to).except(room.except)
      receivers.emit(event, ...message)
    },
    emitToAll: (event, ...message) => void io.emit(event, ...message),
    recheck: () => recheck.soon(),
    counts: () => ({ sockets: main.sockets.size, rooms: rooms.size }),
    async close() {
      recheck.stop()
      main.disconnectSockets(true)
      io.engine.close()
    },
  }
}

function openIo(settings: SocketSettings): Io {
  const { clock, logger, server, trusts } = settings
  const io: Io = new Server(server, {
    path: LIVE_PATH,
    // A page that cannot open a socket uses REST instead, so there is no second transport to secure.
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: limits.frameBytes,
    perMessageDeflate: false,
    connectTimeout: 10_000,
    pingInterval: 20_000,
    pingTimeout: 20_000,
    allowRequest: (request, decide) => {
      checkHandshake(request, settings).then(
        (verdict) => decide(verdict.allowed ? null : verdict.reason, verdict.allowed),
        (error) => {
          logger.warn({ err: error }, 'A handshake could not be checked')
          decide('unavailable', false)
        },
      )
    },
  })
  const headersFor = (request: Parameters<typeof reachedBy>[0]) =>
    bareHeaders(reachedBy(request, trusts).protocol === 'https')
  io.engine.on('headers', (headers, request) => Object.assign(headers, headersFor(request)))
  io.engine.on('connection', (connection) => limitFrames(connection, clock))
  // The engine's own refusals would have no headers.
  server.prependListener('request', (request, response) => {
    if (request.url?.startsWith(`${LIVE_PATH}/`) !== true) return
    for (const [name, value] of Object.entries(headersFor(request))) response.setHeader(name, value)
  })
  return io
}

function admitTo(io: Io, settings: SocketSettings): void {
  const open = new Map<string, number>()
  const count = (principal: string, by: 1 | -1) => {
    const left = (open.get(principal) ?? 0) + by
    if (left === 0) open.delete(principal)
    else open.set(principal, left)
  }
  io.use((socket, next) => {
    listenerOf(socket.request, socket.handshake.auth, settings).then(
      (listener) => {
        if (!listener || socket.conn.readyState !== 'open') return next(new Error('unauthorized'))
        const principal = principalOf(listener)
        if ((open.get(principal) ?? 0) >= limits.socketsOfPrincipal) return next(new Error('too_many_connections'))
        count(principal, 1)
        socket.conn.once('close', () => count(principal, -1))
        socket.data = { listener, joins: 0, rooms: new Map(), pendingJoins: new Set() }
        next()
      },
      () => next(new Error('unavailable')),
    )
  })
}
