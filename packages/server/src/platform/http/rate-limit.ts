import type { RateClass } from '@millwatch/domain/identity'
import type { Clock } from '../clock.ts'
import { Buckets, type Rate } from './buckets.ts'

export type Rates = Readonly<Record<RateClass, Rate>>

/**
 * Default limits of each caller, by class of request. They are far above the needs of pages and programs and only stop loops and
 * floods.
 */
export const usualRates: Rates = {
  public: { perS: 200, burst: 1_000 },
  sign_in: { perS: 20, burst: 200 },
  read: { perS: 1_000, burst: 10_000 },
  heavy: { perS: 100, burst: 1_000 },
  write: { perS: 100, burst: 1_000 },
}

/** Returns the default limits multiplied by `factor`; a burst is at least 1. */
export function ratesTimes(factor: number): Rates {
  const times = ({ perS, burst }: Rate): Rate => ({ perS: perS * factor, burst: Math.max(1, burst * factor) })
  const { public: publicRate, sign_in, read, heavy, write } = usualRates
  return {
    public: times(publicRate),
    sign_in: times(sign_in),
    read: times(read),
    heavy: times(heavy),
    write: times(write),
  }
}

/** Limiter of the requests of each principal by class of request, in this process. With `rates` null nothing is limited. */
export class RateLimiter {
  readonly #classes: Readonly<Record<RateClass, Buckets>> | null

  constructor(clock: Clock, rates: Rates | null = usualRates) {
    const bucketsOf = (rate: RateClass, all: Rates) => new Buckets(clock, all[rate])
    this.#classes = rates && {
      public: bucketsOf('public', rates),
      sign_in: bucketsOf('sign_in', rates),
      read: bucketsOf('read', rates),
      heavy: bucketsOf('heavy', rates),
      write: bucketsOf('write', rates),
    }
  }

  /**
   * Takes one request from a principal's allowance for a class; throws TooMany, with the seconds to wait, if less than one is
   * left.
   */
  take(rate: RateClass, principal: string): void {
    this.#classes?.[rate].take(principal)
  }
}
