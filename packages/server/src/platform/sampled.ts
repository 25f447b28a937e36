import type { Clock } from './clock.ts'

const WINDOW_MS = 60_000
/** Lines per minute of one kind, whatever their subjects: strangers may invent subjects without end. */
const MOST_PER_WINDOW = 60

/** Decision about the log line of one event. */
export interface Sample {
  readonly isLogged: boolean
  /** Events of the minute before that got no line, once with the first line of a new minute; 0 otherwise. */
  readonly omitted: number
}

/**
 * Limiter of log lines about one kind of event. `take` allows one line per subject (a device, an address) and minute, and at most
 * 60 lines per minute in all. It counts the events without a line and reports their number with the first event of the next
 * minute.
 */
export class Sampled {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #subjects = new Set<string>()
  #windowAt = Number.NEGATIVE_INFINITY
  #omitted = 0

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  take(subject: string): Sample {
    const now = this.#clock.monotonicMs()
    let omitted = 0
    if (now - this.#windowAt >= WINDOW_MS) {
      omitted = this.#omitted
      this.#subjects.clear()
      this.#omitted = 0
      this.#windowAt = now
    }
    const isLogged = !this.#subjects.has(subject) && this.#subjects.size < MOST_PER_WINDOW
    if (isLogged) this.#subjects.add(subject)
    else this.#omitted += 1
    return { isLogged, omitted }
  }
}
