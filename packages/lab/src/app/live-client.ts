import { type BrowserToServer, LIVE_PATH, type MachinesMessage, type ServerToBrowser } from '@millwatch/contract/live'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'

export type LiveOptions = Partial<ManagerOptions & SocketOptions>

export interface ReceivedMessage {
  readonly event: string
  readonly message: Record<string, unknown>
  /** Time of arrival in ms by `performance.now()`. */
  readonly at: number
}

/**
 * A live connection of a test, and the messages that it received, without `connected` and the answers to `join` and `leave`. Each
 * message in a `machines` message is a message of its own, with its kind as event and with the room.
 */
export interface LiveClient {
  readonly socket: Socket<ServerToBrowser, BrowserToServer>
  readonly messages: ReceivedMessage[]
  /** Joins a room and returns the event with which the server answers: `joined` or `refused`. */
  join(room: string): Promise<string>
  leave(room: string): Promise<string>
  /**
   * Returns the messages of a room received at `since` (ms by `performance.now()`) or later, in order of arrival; all of them
   * unless `since` is given.
   */
  messagesOf(room: string, since?: number): ReceivedMessage[]
  close(): void
}

const answers = new Set(['joined', 'left', 'refused'])

function unpacked({ room, news }: MachinesMessage): ReceivedMessage[] {
  const at = performance.now()
  return Object.entries(news).flatMap(([event, messages]) =>
    messages.map((message) => ({ event, message: { room, ...message }, at })),
  )
}

/**
 * Opens a live connection without reconnection and resolves once the server accepts it. Returns null if the server refuses it or
 * cannot be reached.
 */
export async function openLive(url: string, options: LiveOptions): Promise<LiveClient | null> {
  const socket: LiveClient['socket'] = io(url, {
    path: LIVE_PATH,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    ...options,
  })
  const messages: ReceivedMessage[] = []
  const waiting = new Map<string, (answer: string) => void>()
  socket.onAny((event: string, message: Record<string, unknown> = {}) => {
    const room = String(message.room)
    if (event === 'connected') return
    if (event === 'machines') return void messages.push(...unpacked(message as unknown as MachinesMessage))
    if (!answers.has(event)) return void messages.push({ event, message, at: performance.now() })
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
    messages: messages,
    join: (room) => ask('join', room),
    leave: (room) => ask('leave', room),
    messagesOf: (room, since = 0) => messages.filter(({ message, at }) => message.room === room && at >= since),
    close: () => void socket.disconnect(),
  }
}
