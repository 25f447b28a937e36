import type { Needs } from '../../platform/calls/needs.ts'
import { TooMany } from '../../platform/errors.ts'
import { networkOf } from '../../platform/http/network.ts'
import { countAttempt, forgiveAttempt, hashSecret, type Tally } from '../identity/index.ts'

/** Most wrong codes of one network within `windowMs`, counted by all servers together. */
const most = 20
const windowMs = 600_000

/**
 * Limit of 20 failed claims per network in about 10 minutes, over all servers. Those that succeed are not counted, so that a
 * whole plant can be set up.
 */
export class ClaimThrottle {
  readonly #deps: Pick<Needs, 'database' | 'clock' | 'signingKey'>

  constructor(deps: Pick<Needs, 'database' | 'clock' | 'signingKey'>) {
    this.#deps = deps
  }

  /**
   * Counts a try before its outcome is known, so that parallel tries all count, and returns the function that takes the count
   * back. Throws `TooMany` if the network of `ip` has more than 20 tries within about 10 minutes that were not taken back.
   */
  async count(ip: string): Promise<() => Promise<void>> {
    const { database, clock, signingKey } = this.#deps
    const now = clock.now()
    const windowAt = Math.floor(now / windowMs) * windowMs
    const tally: Tally = { key: hashSecret(signingKey, `claim network ${networkOf(ip)}`), windowAt, windowMs }
    const [counted] = await countAttempt(database, [tally], now)
    // The previous window counts by the share of it that lies within the last `windowMs`.
    const ofPreviousWindow = (counted?.before ?? 0) * (1 - (now - windowAt) / windowMs)
    if ((counted?.count ?? 0) + ofPreviousWindow > most)
      throw new TooMany('too_many_requests', (windowAt + windowMs - now) / 1000)
    return () => forgiveAttempt(database, [tally])
  }
}
