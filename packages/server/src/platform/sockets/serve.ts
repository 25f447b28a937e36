import type { Clock } from '../clock.ts'
import type { Logger } from '../logger.ts'
import type { Listener } from './listener.ts'
import { limits, type PendingJoin, type SendToSocket, type Socket } from './types.ts'

export interface Serving {
  readonly clock: Clock
  readonly logger: Logger
  readonly version: string
  /** Returns the internal names of those rooms that are open to a listener, by room; other rooms are left out. */
  readonly openRooms: (listener: Listener, rooms: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Returns the time (ms) for which nothing was published to a room that is open to the listener; 0 if that is not known. */
  readonly quietMs: (listener: Listener, room: string) => Promise<number>
  /** Sends a listener who has just joined a room the messages that they would otherwise have missed. */
  readonly greet: (listener: Listener, room: string, send: SendToSocket) => Promise<void>
}

/**
 * Handles the messages of one connection: joining and leaving rooms. A join of a room that is not open to the listener is
 * answered with `refused`. A socket is disconnected at its 201st `join`; one for a room that it left is not counted, a refused
 * one is. Sends `connected` at once.
 */
export function serve(socket: Socket, serving: Serving): void {
  socket.on('join', (message) => {
    if (++socket.data.joins > limits.joins) return void socket.disconnect(true)
    const room = roomIn(message)
    const pending: PendingJoin = { room }
    socket.data.pendingJoins.add(pending)
    join(socket, pending, serving).catch((error) => {
      serving.logger.warn({ err: error }, 'A room could not be joined')
      if (socket.data.pendingJoins.delete(pending)) socket.emit('refused', { room })
    })
  })
  socket.on('leave', (message) => leave(socket, roomIn(message)))
  socket.emit('connected', { server: serving.version })
}

function roomIn(message: unknown): string {
  const room = typeof message === 'object' && message !== null && 'room' in message ? message.room : undefined
  return typeof room === 'string' ? room.slice(0, limits.roomNameLength) : ''
}

async function join(socket: Socket, pending: PendingJoin, serving: Serving): Promise<void> {
  const { openRooms, quietMs, greet, logger } = serving
  const { listener, rooms, pendingJoins } = socket.data
  const { room } = pending
  const internal = (await openRooms(listener, [room])).get(room)
  // A leave removes the joins that are pending.
  if (!pendingJoins.delete(pending)) return
  if (internal === undefined || !socket.connected) return void socket.emit('refused', { room })
  rooms.set(room, internal)
  await socket.join(internal)
  const quiet_ms = await quietMs(listener, room).catch((error) => {
    logger.warn({ err: error }, 'The latest news of a room could not be read')
    return 0
  })
  // The room may have been left meanwhile.
  if (rooms.get(room) !== internal) return
  socket.emit('joined', { room, quiet_ms })
  // Sends nothing to a socket that left the room meanwhile.
  const send: SendToSocket = (event, ...message) => void (rooms.has(room) && socket.emit(event, ...message))
  await greet(listener, room, send).catch((error) =>
    logger.warn({ err: error }, 'The first message to a room could not be sent'),
  )
}

function leave(socket: Socket, room: string): void {
  const { rooms, pendingJoins } = socket.data
  for (const pending of pendingJoins) if (pending.room === room && pendingJoins.delete(pending)) socket.data.joins--
  const internal = rooms.get(room)
  if (internal !== undefined) {
    socket.data.joins--
    takeOut(socket, room, internal)
  }
  socket.emit('left', { room })
}

/** Removes a socket from a room, so that it receives nothing more from the room. Sends the browser no message about this. */
export function takeOut(socket: Socket, room: string, internal: string): void {
  socket.data.rooms.delete(room)
  void socket.leave(internal)
}
