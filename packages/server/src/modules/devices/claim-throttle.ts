import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { countAttempt, forgiveAttempt, type Tally } from '../../platform/directory/index.ts'
import { TooMany } from '../../platform/errors.ts'
import { networkOf } from '../../platform/http/network.ts'
import { hashSecret } from '../identity/index.ts'

/** Codes that were none, of one network, counted by all servers together. */
const most = 20
const windowMs = 600_000

interface ThrottleDeps {
  readonly database: Database
  readonly clock: Clock
  readonly signingKey: Buffer
}

/** Keeps a network from trying claim codes until it finds one. What was right is not counted, so that a plant can be set up. */
export class ClaimThrottle {
  readonly #deps: ThrottleDeps

  constructor(deps: ThrottleDeps) {
    this.#deps = deps
  }

  /** Counts a try before it is known how it ends, so that many at once count as many; throws TooMany. The result takes it back. */
  async count(ip: string): Promise<() => Promise<void>> {
    const { database, clock, signingKey } = this.#deps
    const now = clock.now()
    const windowAt = Math.floor(now / windowMs) * windowMs
    const tally: Tally = { key: hashSecret(signingKey, `claim network ${networkOf(ip)}`), windowAt, windowMs }
    // Nobody is known to be good by having been right once.
    const mark = hashSecret(signingKey, 'claim mark')
    const [counted] = await countAttempt(database, [tally], mark, now)
    // What lies in the window before counts by the part that is still in sight.
    const inSight = (counted?.before ?? 0) * (1 - (now - windowAt) / windowMs)
    if ((counted?.count ?? 0) + inSight > most)
      throw new TooMany('too_many_requests', (windowAt + windowMs - now) / 1000)
    return () => forgiveAttempt(database, [tally], mark, windowAt)
  }
}
