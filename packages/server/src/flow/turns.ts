import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../platform/clock.ts'

/** Ratio of the rest after a task to the time that the task took. */
const REST_FACTOR = 4
/** Longest rest (ms), because a process that was frozen in the middle of a task must not rest for hours. */
const MAX_REST_MS = 200

/**
 * Queue of tasks that block the process, which runs them one at a time. After each it rests four times as long as the task took,
 * up to 200 ms, so that other work waits for one task at most.
 */
export class Turns {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  #free: Promise<void> = Promise.resolve()

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  /** Runs `work` after all tasks that came before, and resolves to its result; rejects with its error. */
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
