import type { Needs } from '../../platform/calls/needs.ts'
import { TooMany } from '../../platform/errors.ts'
import { networkOf } from '../../platform/http/network.ts'
import { countAttempt, forgiveAttempt, hashSecret, type Tally } from '../identity/index.ts'

/** Limits of wrong codes of one network, counted by all servers together. */
const most = 20
const windowMs = 600_000

/**
 * Limits wrong claim codes to 20 per network in 10 minutes, over all servers. Right codes do not count, so that a whole
 * plant can be set up.
 */
export class ClaimThrottle {
  readonly #deps: Pick<Needs, 'database' | 'clock' | 'signingKey'>

  constructor(deps: Pick<Needs, 'database' | 'clock' | 'signingKey'>) {
    this.#deps = deps
  }

  /**
   * Counts a try before its outcome is known, so that parallel tries all count; throws TooMany. The returned function
   * takes the count back.
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
