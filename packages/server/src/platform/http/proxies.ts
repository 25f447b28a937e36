import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Reached } from './origin.ts'

/** Function that returns true if headers such as `X-Forwarded-For` from a sender at this IP address are trusted. */
export type Trusts = (address: string) => boolean

/**
 * Parses a list of addresses and networks such as `10.0.0.1, 192.168.0.0/16` into the check for trusted proxies. Without entries
 * the check is always false. Throws for a malformed entry.
 */
export function trustedProxies(setting: string | undefined): Trusts {
  const entries = (setting ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  if (entries.length === 0) return () => false
  const trusted = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/', 2)
    const family = familyOf(address)
    if (!family) throw new Error(`${entry} is neither an address nor a network`)
    if (bits === undefined) trusted.addAddress(address, family)
    else if (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 'ipv4' ? 32 : 128))
      trusted.addSubnet(address, Number(bits), family)
    else throw new Error(`${entry} is no network`)
  }
  return (address) => {
    const family = familyOf(address)
    return family !== null && trusted.check(address, family)
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  return version === 0 ? null : version === 6 ? 'ipv6' : 'ipv4'
}

const last = (header: string | string[] | undefined) =>
  String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim() || undefined

/**
 * Returns the protocol and host by which a raw request reached the server, for requests that Fastify does not handle. For a
 * trusted sender, the last entries of `X-Forwarded-Proto` and `X-Forwarded-Host` replace those of the request; an unknown
 * protocol is `http`. An unknown host is an empty text.
 */
export function reachedBy(request: IncomingMessage, trusts: Trusts): Reached {
  const isTrusted = trusts(request.socket.remoteAddress ?? '')
  const protocol = isTrusted ? last(request.headers['x-forwarded-proto']) : undefined
  const host = isTrusted ? last(request.headers['x-forwarded-host']) : undefined
  const ownProtocol = isEncrypted(request.socket) ? 'https' : 'http'
  return {
    protocol: protocol === undefined ? ownProtocol : protocol === 'https' ? 'https' : 'http',
    host: host ?? request.headers.host ?? '',
  }
}

/**
 * Returns the network address from which a raw request came: the last address on its way (`X-Forwarded-For`, then the sender)
 * that is no trusted proxy. If all are trusted, returns the first.
 */
export function addressOf(request: IncomingMessage, trusts: Trusts): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const path = [...forwarded.map((entry) => entry.trim()).filter(Boolean), request.socket.remoteAddress ?? '']
  return path.findLast((address, i) => i === 0 || !trusts(address)) ?? ''
}

/** Returns true if this server itself uses TLS on the connection; false behind a proxy that does. */
export const isEncrypted = (socket: Socket): boolean => socket instanceof TLSSocket
