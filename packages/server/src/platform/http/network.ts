/**
 * Returns the network of an IP address, under which attempts are counted: an IPv4 address itself, for IPv6 its first 64
 * bits, which a home or an office usually has as a whole.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail = ''] = ip.split('::', 2)
  const groups = head.split(':').filter(Boolean)
  const after = ip.includes('::') ? tail.split(':').filter(Boolean) : []
  const full = [...groups, ...Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after]
  return full.slice(0, 4).join(':')
}
