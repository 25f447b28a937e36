import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from './logger.ts'

/**
 * Time that all parts before the database server may take together. The database server takes up to 3 s more, and 5 s
 * is the limit.
 */
const defaultPartsMs = 2_000

interface Part {
  readonly name: string
  readonly close: () => Promise<void> | void
  readonly mustEnd: boolean
}

export interface Lifecycle {
  /** Aborted when the program is to stop; long work during the start checks it. */
  readonly signal: AbortSignal
  /**
   * Registers a part: `stop` calls `close` of all parts, in the reverse order of their registration. With `must end`, `stop`
   * waits for the end of `close` without a limit, so `close` must limit its own time.
   */
  onStop(name: string, close: Part['close'], mustEnd?: 'must end'): void
  /**
   * Closes all open parts, each once, however often `stop` is called. Resolves when they are closed, or the time for all is used
   * up and those that must end are closed; never rejects because of a part.
   */
  stop(): Promise<void>
}

/**
 * Creates the list of opened parts of the program, which `stop` closes in reverse order. All parts together get `partsMs` ms;
 * after that, a part still closing is not waited for, unless it was registered with `must end`. A part that fails to close is
 * logged.
 */
export function createLifecycle(logger: Logger, partsMs = defaultPartsMs): Lifecycle {
  const opened: Part[] = []
  const stopping = new AbortController()
  let stopped = Promise.resolve()

  async function closePart({ name, close, mustEnd }: Part, late: Promise<void>): Promise<void> {
    const closed = Promise.resolve().then(close)
    try {
      await (mustEnd ? closed : Promise.race([closed, late]))
    } catch (error) {
      logger.error({ err: error, part: name }, 'A component did not close')
    }
  }

  async function closeAll(): Promise<void> {
    const late = delay(partsMs, undefined, { ref: false })
    for (let part = opened.pop(); part; part = opened.pop()) await closePart(part, late)
  }

  return {
    signal: stopping.signal,
    onStop: (name, close, mustEnd) => void opened.push({ name, close, mustEnd: mustEnd !== undefined }),
    stop() {
      stopping.abort()
      stopped = stopped.then(closeAll)
      return stopped
    },
  }
}
