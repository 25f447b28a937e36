import type { Clock } from '../../platform/clock.ts'
import { TooMany } from '../../platform/errors.ts'

interface Allowance {
  /** Failures that pass at once. */
  readonly burst: number
  /** After that one more in so much time. */
  readonly perMs: number
}

const ofAccount: Allowance = { burst: 10, perMs: 30_000 }
const ofNetwork: Allowance = { burst: 50, perMs: 6_000 }
const mostRemembered = 20_000

interface Bucket {
  left: number
  at: number
}

/** What failed sign-ins have left of an allowance, by whatever the allowance is for. */
class Buckets {
  readonly #allowance: Allowance
  readonly #byKey = new Map<string, Bucket>()

  constructor(allowance: Allowance) {
    this.#allowance = allowance
  }

  /** Takes one. Answers how long to wait when none is left; the one taken is then not counted. */
  take(key: string, now: number): number {
    const { burst, perMs } = this.#allowance
    const known = this.#byKey.get(key) ?? { left: burst, at: now }
    const left = Math.min(burst, known.left + Math.max(0, now - known.at) / perMs)
    this.#keep(key, { left: left < 1 ? left : left - 1, at: now })
    return left < 1 ? (1 - left) * perMs : 0
  }

  giveBack(key: string): void {
    const known = this.#byKey.get(key)
    if (known) known.left = Math.min(this.#allowance.burst, known.left + 1)
  }

  #keep(key: string, bucket: Bucket): void {
    this.#byKey.delete(key)
    this.#byKey.set(key, bucket)
    // The one that was quiet for the longest is the first in the map.
    if (this.#byKey.size > mostRemembered) this.#byKey.delete(this.#byKey.keys().next().value ?? key)
  }
}

/** A home or an office usually has a whole /64 of IPv6. */
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

/**
 * Slows down who guesses passwords, by account and by network. Attempts count when they begin, so that many at once count
 * as many, and a success gives its own back. A network from which an account was signed in to has an allowance of its
 * own for it: guesses from elsewhere do not lock the owner out.
 */
export class SignInThrottle {
  readonly #clock: Clock
  readonly #accounts = new Buckets(ofAccount)
  readonly #networks = new Buckets(ofNetwork)
  readonly #ownersPlaces = new Set<string>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Throws TooMany when there were too many failures; the answer is to be called after a success. */
  begin(account: string, ip: string): () => void {
    const now = this.#clock.monotonicMs()
    const network = networkOf(ip)
    const place = `${account} ${network}`
    const accountKey = this.#ownersPlaces.has(place) ? place : account
    const waitMs = this.#networks.take(network, now)
    if (waitMs > 0) throw new TooMany('too_many_requests', waitMs / 1000)
    const accountWaitMs = this.#accounts.take(accountKey, now)
    if (accountWaitMs > 0) throw new TooMany('too_many_requests', accountWaitMs / 1000)
    return () => {
      this.#networks.giveBack(network)
      this.#accounts.giveBack(accountKey)
      if (this.#ownersPlaces.size >= mostRemembered) this.#ownersPlaces.clear()
      this.#ownersPlaces.add(place)
    }
  }
}
