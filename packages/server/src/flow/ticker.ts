import type { Logger } from '../platform/logger.ts'

/** Long enough to receive and answer messages that wait. */
const BREATH_MS = 20

/**
 * Calls `work` repeatedly with a pause between; the pause is short while `work` resolves to `true` (there is more). A
 * failure is logged, and the next turn tries again.
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
        .catch((error) => this.#logger.warn({ err: error }, 'A turn of the clock failed'))
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
