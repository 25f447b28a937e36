import type { Logger } from '../platform/logger.ts'

/** Calls `work` over and over with a pause between; a failure is logged and the next turn tries again. */
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
    this.#timer = setTimeout(() => {
      this.#turn = this.#work()
        .catch((error) => this.#logger.warn({ err: error }, 'A turn of the clock failed'))
        .then(() => {
          if (!this.#stopped) this.start()
        })
    }, this.#pauseMs)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#turn
  }
}
