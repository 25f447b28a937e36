import type { Server, Socket } from 'node:net'
import { networkOf } from './network.ts'
import type { Trusts } from './proxies.ts'

export interface ConnectionLimits {
  /** Most open connections in all. */
  readonly total: number
  /**
   * Most open connections from one network (an IPv4 address, or 64 bits of IPv6). Trusted proxies have no such limit.
   */
  readonly ofNetwork: number
}

/**
 * Default limits on connections: far above the needs of a plant behind one address, and half of the number that a Linux process
 * may usually open.
 */
const USUAL_CONNECTIONS: ConnectionLimits = { total: 16_000, ofNetwork: 4_000 }

interface OpenConnections {
  readonly open: () => number
  /** Number of connections that were closed at once because a limit was reached. */
  readonly refused: () => number
}

/**
 * Closes new connections of a server at once, before a byte of them is read, while `total` connections are open, or `ofNetwork`
 * from their network. The second limit does not apply to trusted proxies. Returns functions for the numbers of open and of
 * refused connections.
 */
export function limitConnections(
  server: Server,
  trusts: Trusts,
  { total, ofNetwork }: ConnectionLimits = USUAL_CONNECTIONS,
): OpenConnections {
  const open = new Map<string, number>()
  let all = 0
  let refused = 0
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const network = networkOf(address)
    const count = open.get(network) ?? 0
    if (all >= total || (count >= ofNetwork && !trusts(address))) {
      refused++
      socket.destroy()
      return
    }
    all++
    open.set(network, count + 1)
    socket.once('close', () => {
      all--
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })
  return { open: () => all, refused: () => refused }
}
