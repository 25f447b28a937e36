import { stopAging } from '../lib/clock.ts'
import { SharedValue, useShared } from '../lib/shared-value.ts'

/** State of the live connection to the server. */
export interface Connection {
  readonly state: 'connecting' | 'connected' | 'lost'
  /** Instant of the latest message of the server, epoch ms; used while the connection is lost. */
  readonly lastContactAt: number
}

const connection = new SharedValue<Connection>({ state: 'connecting', lastContactAt: 0 })

export const connectionNow = connection.get

export function setConnection(next: Connection): void {
  stopAging(next.state === 'lost' ? next.lastContactAt : undefined)
  connection.set(next)
}

export const useConnection = (): Connection => useShared(connection)

export const useIsLost = (): boolean => useConnection().state === 'lost'
