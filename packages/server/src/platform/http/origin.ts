import type { IncomingHttpHeaders } from 'node:http'

/** How the server is reached, as the request (or a trusted proxy) says. */
export interface Reached {
  readonly protocol: string
  readonly host: string
}

/**
 * Whether a request bears the origin of this server. One without an origin, or with `null`, is not its own: browsers
 * send it with every write and every socket, so that its absence says nothing good of a request that bears a cookie.
 */
export function isOwnOrigin(origin: string | undefined, reached: Reached): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false
  const { protocol, host } = new URL(origin)
  if (!URL.canParse(`${reached.protocol}://${reached.host}`)) return false
  const own = new URL(`${reached.protocol}://${reached.host}`)
  return protocol === own.protocol && host === own.host
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether people reach the server over plain HTTP on their own machine, where a `__Host-` cookie would not be kept. */
export function isPlainLoopback(reached: Reached): boolean {
  if (reached.protocol === 'https' || !URL.canParse(`http://${reached.host}`)) return false
  return loopback.test(new URL(`http://${reached.host}`).hostname)
}

export function originOf(headers: IncomingHttpHeaders): string | undefined {
  return typeof headers.origin === 'string' ? headers.origin : undefined
}
