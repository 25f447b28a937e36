import type { Clock } from '../clock.ts'
import { limits } from './types.ts'

type Listen = (event: 'packet' | 'ping' | 'pong', listener: () => void) => unknown

/** Connection of the library, with its websocket, which the library's types leave out. */
interface Connection {
  readonly on: Listen
  readonly transport: { readonly socket?: { readonly on: Listen; terminate(): void } }
}

/**
 * Cuts a connection that sends too many packets, pings or pongs within a second, whether it has signed in or not; our pages
 * never do. It is cut without a word: a farewell would wait for a sender who does not answer it, and go on to read what they
 * send.
 */
export function limitFrames(connection: Connection, clock: Pick<Clock, 'monotonicMs'>): void {
  const { socket } = connection.transport
  let count = 0
  let second = 0
  const take = () => {
    const now = Math.floor(clock.monotonicMs() / 1000)
    if (now !== second) {
      second = now
      count = 0
    }
    if (++count > limits.messagesPerS) socket?.terminate()
  }
  connection.on('packet', take)
  socket?.on('ping', take)
  socket?.on('pong', take)
}
