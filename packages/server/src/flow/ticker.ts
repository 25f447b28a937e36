import type { Logger } from '../platform/logger.ts'

/** Pause (ms) between two calls when there is more work. It is long enough to receive and answer waiting messages. */
const BREATH_MS = 20

/**
 * Timer that calls `work` repeatedly from `start` to `stop`, never twice at once. The pause between two calls, and before the
 * first, is `pauseMs`; it is 20 ms after a call that resolved to `true` (there is more). Failures are logged. `stop` waits for
 * the running call.
 */
export class Ticker {
  readonly #work: () => Promise<unknown>
  readonly #logger: Logger
  readonly #pauseMs: number
  #timer: NodeJS.Timeout | undefined
  #turn: Promise<void> = Promise.resolve()
  #stopped = true

  constructor(work: () => Promise<unknown>, logger: Logger, pauseMs: number) {
    this.#work = work
    this.#logger = logger
    this.#pauseMs = pauseMs
  }

  start(): void {
    this.#stopped = false
    this.#goOnAfter(this.#pauseMs)
  }

  #goOnAfter(pauseMs: number): void {
    this.#timer = setTimeout(() => {
      this.#turn = this.#work()
        .catch((error) => this.#logger.warn({ err: error }, 'A tick of the clock failed'))
        .then((more) => {
          if (!this.#stopped) this.#goOnAfter(more === true ? BREATH_MS : this.#pauseMs)
        })
    }, pauseMs)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#turn
  }
}
