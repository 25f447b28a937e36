import { useSyncExternalStore } from 'react'
import { stopAging } from '../lib/clock.ts'

/** State of the live connection to the server. */
export interface Connection {
  readonly state: 'connecting' | 'connected' | 'lost'
  /** Instant of the latest message of the server, epoch ms; used while the connection is lost. */
  readonly lastContactAt: number
}

let connection: Connection = { state: 'connecting', lastContactAt: 0 }
const listeners = new Set<() => void>()

export const connectionNow = (): Connection => connection

export function setConnection(next: Connection): void {
  connection = next
  stopAging(next.state === 'lost' ? next.lastContactAt : undefined)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, connectionNow)

export const useIsLost = (): boolean => useConnection().state === 'lost'
