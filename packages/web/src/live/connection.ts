import { create } from 'zustand'

export interface Connection {
  state: 'connecting' | 'connected' | 'lost'
  /** While lost: when the server was last heard, epoch ms. */
  lastHeardAt: number
}

export const useConnection = create<Connection>()(() => ({ state: 'connecting', lastHeardAt: 0 }))

export const useIsLost = (): boolean => useConnection((connection) => connection.state === 'lost')
