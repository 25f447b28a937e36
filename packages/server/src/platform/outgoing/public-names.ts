import { Resolver } from 'node:dns/promises'

interface Asking {
  /** Time after which no answer is awaited, ms. */
  readonly withinMs: number
  /** Name servers as `127.0.0.1:53`; those of the system unless given. */
  readonly servers?: readonly string[]
}

/**
 * Returns the addresses of a name on the public internet, IPv4 first, as name servers answer; throws if it has none or they do not
 * answer. The system's own lookup would occupy one of the few threads of the process for as long as a name server is
 * silent, which the owner of a name decides: names of one company would keep those of others waiting, and the mail.
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
