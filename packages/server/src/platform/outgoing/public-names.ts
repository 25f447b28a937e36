import { Resolver } from 'node:dns/promises'

interface Asking {
  /** Time (ms) after which the lookup is given up. */
  readonly withinMs: number
  /** Name servers as `127.0.0.1:53`; those of the system unless given. */
  readonly servers?: readonly string[]
}

/**
 * Returns the addresses of a name on the public internet, IPv4 first, as name servers answer. Throws if it has none or they do
 * not answer in time. The system's own lookup would occupy one of the few threads of the process while a name server is silent,
 * and the owner of a name can make it silent. Names of one company would then keep those of others, and the mail, waiting.
 */
export async function publicAddresses(host: string, { withinMs, servers }: Asking): Promise<{ address: string }[]> {
  const resolver = new Resolver({ timeout: Math.max(1, Math.ceil(withinMs / 3)), tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  const timer = setTimeout(() => resolver.cancel(), withinMs)
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const [first, second] = found
    if (first.status === 'rejected' && second.status === 'rejected') throw first.reason
    return found
      .flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      .map((address) => ({ address }))
  } finally {
    clearTimeout(timer)
  }
}
