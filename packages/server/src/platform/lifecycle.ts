import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from './logger.ts'

/** What all parts before the database server may take together; that one takes up to 3 s more, and 5 s is the limit. */
const defaultPartsMs = 2_000

interface Part {
  readonly name: string
  readonly close: () => Promise<void> | void
  readonly mustEnd: boolean
}

export interface Lifecycle {
  /** Aborted when the program is to stop; long work of the start heeds it. */
  readonly signal: AbortSignal
  /**
   * Closes this when the program stops; what was opened last is closed first. What hangs is not waited for, unless it
   * must have ended (and sees to that itself).
   */
  onStop(name: string, close: Part['close'], mustEnd?: 'must end'): void
  /** Closes everything that is open, each part once, however often it is called. */
  stop(): Promise<void>
}

/** What was opened, and the way back. */
export function createLifecycle(logger: Logger, partsMs = defaultPartsMs): Lifecycle {
  const opened: Part[] = []
  const stopping = new AbortController()
  let stopped = Promise.resolve()

  async function closePart({ name, close, mustEnd }: Part, late: Promise<void>): Promise<void> {
    const closed = Promise.resolve().then(close)
    try {
      await (mustEnd ? closed : Promise.race([closed, late]))
    } catch (error) {
      logger.error({ err: error, part: name }, 'A part did not close')
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
