import type { IncomingHttpHeaders } from 'node:http'

/** Protocol and host by which the server was reached, as the request or a trusted proxy names them. */
export interface Reached {
  readonly protocol: string
  readonly host: string
}

/**
 * Returns true if the `Origin` header of a request names this server with the same protocol, host and port. False if the header
 * is missing, `null` or malformed: browsers send it with every write and every socket, so a request with a cookie but without it
 * is suspect.
 */
export function isOwnOrigin(origin: string | undefined, reached: Reached): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false
  const { protocol, host } = new URL(origin)
  if (!URL.canParse(`${reached.protocol}://${reached.host}`)) return false
  const server = new URL(`${reached.protocol}://${reached.host}`)
  return protocol === server.protocol && host === server.host
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Returns true if the server is reached over plain HTTP on the same machine, where a browser would not keep a `__Host-`
 * cookie.
 */
export function isPlainLoopback(reached: Reached): boolean {
  if (reached.protocol === 'https' || !URL.canParse(`http://${reached.host}`)) return false
  return loopback.test(new URL(`http://${reached.host}`).hostname)
}

export function originOf(headers: IncomingHttpHeaders): string | undefined {
  return typeof headers.origin === 'string' ? headers.origin : undefined
}
