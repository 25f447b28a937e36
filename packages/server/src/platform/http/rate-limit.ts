import type { Clock } from '../clock.ts'
import { TooMany } from '../errors.ts'
import type { RateClass } from '../policy-row.ts'

/** So many in a second for as long as one likes, and so many at once. */
export interface Rate {
  readonly perS: number
  readonly burst: number
}

export type Rates = Readonly<Record<RateClass, Rate>>

/**
 * Far above what pages ask, and what a program asks that reads a year by the hour or sets up a plant: against loops and
 * floods, not against use.
 */
export const usualRates: Rates = {
  public: { perS: 200, burst: 1_000 },
  sign_in: { perS: 20, burst: 200 },
  read: { perS: 1_000, burst: 10_000 },
  heavy: { perS: 100, burst: 1_000 },
  write: { perS: 100, burst: 1_000 },
}

/** The usual rates so many times. */
export function ratesTimes(factor: number): Rates {
  const times = ({ perS, burst }: Rate): Rate => ({ perS: perS * factor, burst: Math.max(1, burst * factor) })
  const { public: nobody, sign_in, read, heavy, write } = usualRates
  return { public: times(nobody), sign_in: times(sign_in), read: times(read), heavy: times(heavy), write: times(write) }
}

const mostRemembered = 50_000

interface Bucket {
  left: number
  at: number
}

/** Counts what each principal asks, by class, on this server. Without rates nothing is counted. */
export class RateLimiter {
  readonly #clock: Clock
  readonly #rates: Rates | null
  readonly #buckets = new Map<string, Bucket>()

  constructor(clock: Clock, rates: Rates | null = usualRates) {
    this.#clock = clock
    this.#rates = rates
  }

  /** Takes one of a principal's allowance; throws TooMany when none is left, with how long to wait. */
  take(rate: RateClass, principal: string): void {
    if (this.#rates === null) return
    const { perS, burst } = this.#rates[rate]
    const key = `${rate} ${principal}`
    const now = this.#clock.monotonicMs()
    const known = this.#buckets.get(key) ?? { left: burst, at: now }
    const left = Math.min(burst, known.left + (Math.max(0, now - known.at) * perS) / 1000)
    this.#keep(key, { left: left < 1 ? left : left - 1, at: now })
    if (left < 1) throw new TooMany('too_many_requests', (1 - left) / perS)
  }

  #keep(key: string, bucket: Bucket): void {
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    // The one that was quiet for the longest is the first in the map.
    if (this.#buckets.size > mostRemembered) this.#buckets.delete(this.#buckets.keys().next().value ?? key)
  }
}
