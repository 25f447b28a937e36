import type { Clock } from '../clock.ts'
import { TooMany } from '../errors.ts'

/** Limit on requests: the number per second over a long time (`perS`), and the largest number at once (`burst`). */
export interface Rate {
  readonly perS: number
  readonly burst: number
}

const mostRemembered = 50_000

interface Bucket {
  left: number
  at: number
}

/**
 * Allowances of one rate, one for each key. They live in this process, so each server grants the whole allowance. Beyond 50,000
 * keys, the allowance of the key that is unused for the longest time becomes whole again.
 */
export class Buckets {
  readonly #clock: Clock
  readonly #rate: Rate
  readonly #buckets = new Map<string, Bucket>()

  constructor(clock: Clock, rate: Rate) {
    this.#clock = clock
    this.#rate = rate
  }

  /**
   * Takes one request from the allowance of a key. Throws TooMany, with the seconds until one is free, if less than one is left.
   */
  take(key: string): void {
    const { left, at } = this.#now(key)
    this.#keep(key, { left: left < 1 ? left : left - 1, at })
    if (left < 1) throw new TooMany('too_many_requests', (1 - left) / this.#rate.perS)
  }

  /** Returns true if the whole allowance of a key is left, as for a key that was never used. */
  isWhole(key: string): boolean {
    return this.#now(key).left >= this.#rate.burst
  }

  /** Adds one request to the allowance of a key again, up to the burst, after a `take` that is not to be counted. */
  giveBack(key: string): void {
    const { left, at } = this.#now(key)
    this.#keep(key, { left: Math.min(this.#rate.burst, left + 1), at })
  }

  #now(key: string): Bucket {
    const { perS, burst } = this.#rate
    const now = this.#clock.monotonicMs()
    const bucket = this.#buckets.get(key) ?? { left: burst, at: now }
    return { left: Math.min(burst, bucket.left + (Math.max(0, now - bucket.at) * perS) / 1000), at: now }
  }

  #keep(key: string, bucket: Bucket): void {
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    // The first bucket in the map is the one unused for the longest time.
    if (this.#buckets.size > mostRemembered) this.#buckets.delete(this.#buckets.keys().next().value ?? key)
  }
}
