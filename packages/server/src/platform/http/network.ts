import { isIP } from 'node:net'

/**
 * Returns the network of an IP address, by which attempts are limited: an IPv4 address itself, or the first 64 bits of an IPv6
 * address, which a home or an office usually has as a whole. `unknown` for a text that is no address.
 */
export function networkOf(address: string): string {
  const ip = plain(address)
  return groupsOf(ip)?.slice(0, 4).join(':') ?? ip
}

/**
 * Returns the networks of an IP address from the narrowest to the widest: the first 64, 56 and 48 bits of an IPv6 address, as one
 * customer of a provider often has all of them. An IPv4 address gives only itself, a text that is no address only `unknown`.
 */
export function networksOf(address: string): string[] {
  const ip = plain(address)
  const groups = groupsOf(ip)
  if (groups === null) return [ip]
  const [a, b, c, d = '0'] = groups
  const site = `${a}:${b}:${c}`
  const upper = (Number.parseInt(d, 16) & 0xff00).toString(16)
  return [`${site}:${d}`, `${site}:${upper}/56`, `${site}/48`]
}

/**
 * Returns the network that one customer of a provider has: an IPv4 address itself, or the first 56 bits of an IPv6 address.
 * `unknown` for a text that is no address.
 */
export const siteOf = (ip: string): string => networksOf(ip)[1] ?? networkOf(ip)

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Pattern of an address with the port of the sender, as some proxies write it: `10.1.2.3:50000`, `[2001:db8::1]:50000`. */
const withPort = /^(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([\da-f:.]+)\]):\d{1,5}$/i

/**
 * Returns the address in the text of a header, without a port, and an IPv4 address without the prefix with which IPv6 writes it.
 * `unknown` for a text that is no address: whoever can write the header would have ever new networks otherwise.
 */
function plain(text: string): string {
  const [, v4, v6] = withPort.exec(text) ?? []
  const ip = v4 ?? v6 ?? text
  return isIP(ip) === 0 ? 'unknown' : (mapped.exec(ip)?.[1] ?? ip)
}

/** Returns the eight groups of an IPv6 address; null for an IPv4 address. */
function groupsOf(ip: string): string[] | null {
  if (!ip.includes(':')) return null
  const [head = '', tail = ''] = ip.split('::', 2)
  const groups = head.split(':').filter(Boolean)
  const after = ip.includes('::') ? tail.split(':').filter(Boolean) : []
  return [...groups, ...Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after]
}
