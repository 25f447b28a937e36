import type { Clock } from '../clock.ts'
import { limits } from './types.ts'

type Listen = (event: 'packet' | 'ping' | 'pong', listener: () => void) => unknown

/** Connection of the library with its websocket, which is missing in the library's types. */
interface Connection {
  readonly on: Listen
  readonly transport: { readonly socket?: { readonly on: Listen; terminate(): void } }
}

/**
 * Closes a connection that sends more than 50 packets, pings and pongs within a second, whether it has signed in or not; our
 * pages never do. It is closed without a message: that would wait for a sender who does not answer, and go on to read from them.
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
