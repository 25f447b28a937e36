import type { Clock } from '../clock.ts'
import { TooMany } from '../errors.ts'

/** Limit on requests: the rate per second over a long time, and the largest number at once. */
export interface Rate {
  readonly perS: number
  readonly burst: number
}

const mostRemembered = 50_000

interface Bucket {
  left: number
  at: number
}

/** Allowances of one rate, one for each key. They live in this process, so each server grants the whole allowance. */
export class Buckets {
  readonly #clock: Clock
  readonly #rate: Rate
  readonly #buckets = new Map<string, Bucket>()

  constructor(clock: Clock, rate: Rate) {
    this.#clock = clock
    this.#rate = rate
  }

  /** Takes one from the allowance of a key; throws TooMany, with the time to wait, if none is left. */
  take(key: string): void {
    const { left, at } = this.#now(key)
    this.#keep(key, { left: left < 1 ? left : left - 1, at })
    if (left < 1) throw new TooMany('too_many_requests', (1 - left) / this.#rate.perS)
  }

  /** Returns true if nothing is missing of the allowance of a key. */
  isWhole(key: string): boolean {
    return this.#now(key).left >= this.#rate.burst
  }

  /** Gives back one that was taken and did not count. */
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
