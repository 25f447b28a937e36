import { BlockList, isIP } from 'node:net'

/** Function that returns true if this server may connect to the IP address for a person of a company. */
export type Reachable = (address: string) => boolean

export interface ReachableNetworks {
  /** Returns true for an address in one of the networks that the operator allows. */
  readonly isAllowed: Reachable
  readonly isReachable: Reachable
  /** True if the operator allows any network besides the public internet. */
  readonly isWidened: boolean
}

/** Networks that are not the public internet (IANA special-purpose registries), and multicast. */
const special = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
  203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`.split(/\s+/)
/** Network of the public internet in IPv6; without the networks of `specialV6`, no other address is public. */
const publicV6 = '2000::/3'
const specialV6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20'.split(' ')

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/', 2)
    const version = isIP(address)
    const longest = version === 4 ? 32 : 128
    if (version === 0) throw new Error(`${network} is neither an address nor a network`)
    if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
      throw new Error(`${network} is no network`)
    list.addSubnet(address, Number(bits ?? longest), version === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

const refusedV4 = listOf(special)
const acceptedV6 = listOf([publicV6])
const refusedV6 = listOf(specialV6)
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

function isPublic(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !refusedV4.check(address, 'ipv4')
  return version === 6 && acceptedV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6')
}

/**
 * Parses the networks that the operator allows besides the public internet, such as `10.1.0.0/16, 127.0.0.1`, into checks of IP
 * addresses. Without a setting only public addresses are reachable. A text that is no IP address is not. Throws for a malformed
 * entry.
 */
export function reachableNetworks(setting: string | undefined): ReachableNetworks {
  const entries = (setting ?? '').split(/[\s,]+/).filter(Boolean)
  const allowed = listOf(entries)
  const plain = (address: string) => mapped.exec(address)?.[1] ?? address
  const isAllowed = (address: string) => {
    const version = isIP(plain(address))
    return version !== 0 && allowed.check(plain(address), version === 4 ? 'ipv4' : 'ipv6')
  }
  return {
    isAllowed,
    isReachable: (address) => isPublic(address) || isAllowed(address),
    isWidened: entries.length > 0,
  }
}
