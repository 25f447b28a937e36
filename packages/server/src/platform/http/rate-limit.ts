import type { RateClass } from '@millwatch/domain/identity'
import type { Clock } from '../clock.ts'
import { TooMany } from '../errors.ts'

/** Limit on requests: the rate per second over a long time, and the largest number at once. */
export interface Rate {
  readonly perS: number
  readonly burst: number
}

export type Rates = Readonly<Record<RateClass, Rate>>

/**
 * Default limits of each caller by class of request. They are far above the needs of pages and programs; they only stop
 * loops and floods.
 */
export const usualRates: Rates = {
  public: { perS: 200, burst: 1_000 },
  sign_in: { perS: 20, burst: 200 },
  read: { perS: 1_000, burst: 10_000 },
  heavy: { perS: 100, burst: 1_000 },
  write: { perS: 100, burst: 1_000 },
}

/** Returns the default limits multiplied by a factor; a burst is at least 1. */
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

/**
 * Counts the requests of each principal by class of request. Counts live in this process, so each server grants the
 * whole allowance. With `rates` null nothing is limited.
 */
export class RateLimiter {
  readonly #clock: Clock
  readonly #rates: Rates | null
  readonly #buckets = new Map<string, Bucket>()

  constructor(clock: Clock, rates: Rates | null = usualRates) {
    this.#clock = clock
    this.#rates = rates
  }

  /** Takes one request from a principal's allowance; throws TooMany, with the time to wait, if none is left. */
  take(rate: RateClass, principal: string): void {
    if (this.#rates === null) return
    const { perS, burst } = this.#rates[rate]
    const key = `${rate} ${principal}`
    const now = this.#clock.monotonicMs()
    const bucket = this.#buckets.get(key) ?? { left: burst, at: now }
    const left = Math.min(burst, bucket.left + (Math.max(0, now - bucket.at) * perS) / 1000)
    this.#keep(key, { left: left < 1 ? left : left - 1, at: now })
    if (left < 1) throw new TooMany('too_many_requests', (1 - left) / perS)
  }

  #keep(key: string, bucket: Bucket): void {
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    // The first bucket in the map is the one unused for the longest time.
    if (this.#buckets.size > mostRemembered) this.#buckets.delete(this.#buckets.keys().next().value ?? key)
  }
}
