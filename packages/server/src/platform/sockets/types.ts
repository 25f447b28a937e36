import type { BrowserToServer, ServerToBrowser } from '@millwatch/contract/live'
import type { Server, Socket as ServerSocket } from 'socket.io'
import type { Listener } from './listener.ts'

/** Join of a room that is not yet answered, by the name that the client gave. */
export interface PendingJoin {
  readonly room: string
}

interface SocketData {
  listener: Listener
  joins: number
  /** Internal names of the rooms of the connection, by the names that the client gave. */
  rooms: Map<string, string>
  pendingJoins: Set<PendingJoin>
}
export type Socket = ServerSocket<BrowserToServer, ServerToBrowser, Record<string, never>, SocketData>
export type Io = Server<BrowserToServer, ServerToBrowser, Record<string, never>, SocketData>

export type SendToSocket = <E extends keyof ServerToBrowser>(
  event: E,
  ...message: Parameters<ServerToBrowser[E]>
) => void

export const limits = {
  frameBytes: 64 * 1024,
  messagesPerS: 50,
  joins: 200,
  /** Largest number of sockets of one principal: a plant may use one account on twenty tablets, some with two pages. */
  socketsOfPrincipal: 40,
  /** Limit on messages that wait for a browser that does not read them. */
  backlog: 1000,
  roomNameLength: 64,
} as const
