import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../platform/clock.ts'

/** After each turn the next one waits this many times as long as the turn took. */
const REST_FACTOR = 4
/** Longest rest: a process that was frozen in the middle of a turn must not rest for hours. */
const MAX_REST_MS = 200

/**
 * Runs tasks that block the process one at a time. Each rests afterwards four times as long as it took, up to 200 ms,
 * so that other work waits for one task at most.
 */
export class Turns {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  #free: Promise<void> = Promise.resolve()

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  /** Resolves with the result of `work`, in the order of the calls; throws what it throws. */
  async take<T>(work: () => T): Promise<T> {
    const isFree = this.#free
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#free = promise
    await isFree
    const beganMs = this.#clock.monotonicMs()
    try {
      return work()
    } finally {
      const restMs = (this.#clock.monotonicMs() - beganMs) * REST_FACTOR
      void delay(Math.min(restMs, MAX_REST_MS)).then(resolve)
    }
  }
}
