/**
 * Returns the network of an IP address, under which attempts are counted: an IPv4 address itself, for IPv6 its first 64
 * bits, which a home or an office usually has as a whole.
 */
export function networkOf(ip: string): string {
  const groups = groupsOf(ip)
  return groups === null ? plain(ip) : groups.slice(0, 4).join(':')
}

/**
 * Returns the networks of an IP address from the narrowest to the widest: of IPv6 its first 64, 56 and 48 bits, as one
 * customer of a provider often has all of them; an IPv4 address alone.
 */
export function networksOf(ip: string): string[] {
  const groups = groupsOf(ip)
  if (groups === null) return [plain(ip)]
  const [a, b, c, d = '0'] = groups
  const site = `${a}:${b}:${c}`
  const upper = (Number.parseInt(d, 16) & 0xff00).toString(16)
  return [`${site}:${d}`, `${site}:${upper}/56`, `${site}/48`]
}

/** Returns the network of an address as one customer has it: an IPv4 address itself, of IPv6 the first 56 bits. */
export const siteOf = (ip: string): string => networksOf(ip)[1] ?? networkOf(ip)

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Returns an IPv4 address without the prefix with which IPv6 writes it. */
const plain = (ip: string): string => mapped.exec(ip)?.[1] ?? ip

/** Returns the eight groups of an IPv6 address; null for an IPv4 address. */
function groupsOf(ip: string): string[] | null {
  if (!ip.includes(':') || mapped.test(ip)) return null
  const [head = '', tail = ''] = ip.split('::', 2)
  const groups = head.split(':').filter(Boolean)
  const after = ip.includes('::') ? tail.split(':').filter(Boolean) : []
  return [...groups, ...Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after]
}
