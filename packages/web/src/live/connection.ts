import { useSyncExternalStore } from 'react'

/** How the line to the server is; nothing of what the server said. */
export interface Connection {
  readonly state: 'connecting' | 'connected' | 'lost'
  /** While lost: when the server was last heard, epoch ms. */
  readonly lastHeardAt: number
}

let connection: Connection = { state: 'connecting', lastHeardAt: 0 }
const listeners = new Set<() => void>()

export const connectionNow = (): Connection => connection

export function setConnection(next: Connection): void {
  connection = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, connectionNow)

export const useIsLost = (): boolean => useConnection().state === 'lost'
