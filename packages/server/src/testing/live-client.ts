import { type BrowserToServer, LIVE_PATH, type ServerToBrowser } from '@millwatch/contract/live'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'

export type LiveOptions = Partial<ManagerOptions & SocketOptions>

export interface Said {
  readonly event: string
  readonly message: Record<string, unknown>
  /** `performance.now()` of its arrival. */
  readonly at: number
}

/** A live connection of a test, and everything it hears. */
export interface LiveClient {
  readonly socket: Socket<ServerToBrowser, BrowserToServer>
  readonly said: Said[]
  /** What the server answers: `joined` or `refused`. */
  join(room: string): Promise<string>
  leave(room: string): Promise<string>
  /** What of a room was said after `since` (`performance.now()`). */
  heard(room: string, since?: number): Said[]
  close(): void
}

const answers = new Set(['joined', 'left', 'refused'])

/** Opens one; null when the server does not let it in. */
export async function openLive(url: string, options: LiveOptions): Promise<LiveClient | null> {
  const socket: LiveClient['socket'] = io(url, {
    path: LIVE_PATH,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    ...options,
  })
  const said: Said[] = []
  const waiting = new Map<string, (answer: string) => void>()
  socket.onAny((event: string, message: Record<string, unknown> = {}) => {
    const room = String(message.room)
    if (event === 'connected') return
    if (!answers.has(event)) return void said.push({ event, message, at: performance.now() })
    waiting.get(room)?.(event)
    waiting.delete(room)
  })
  const isIn = await new Promise<boolean>((done) => {
    socket.on('connected', () => done(true))
    socket.on('connect_error', () => done(false))
  })
  if (!isIn) {
    socket.disconnect()
    return null
  }
  const ask = (event: 'join' | 'leave', room: string) =>
    new Promise<string>((done) => {
      waiting.set(room, done)
      socket.emit(event, { room })
    })
  return {
    socket,
    said,
    join: (room) => ask('join', room),
    leave: (room) => ask('leave', room),
    heard: (room, since = 0) => said.filter(({ message, at }) => message.room === room && at >= since),
    close: () => void socket.disconnect(),
  }
}
