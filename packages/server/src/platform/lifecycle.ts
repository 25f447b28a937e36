import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from './logger.ts'

/** A clean stop is over within 5 s; what hangs is left behind in time for the database to be stopped. */
const partMs = 2_000

export interface Lifecycle {
  /** Aborted when the program is to stop; long work of the start heeds it. */
  readonly signal: AbortSignal
  /** Closes this when the program stops; what was opened last is closed first. */
  onStop(name: string, close: () => Promise<void> | void): void
  /** Closes everything, once, however often it is called. */
  stop(): Promise<void>
}

/** What was opened, and the way back. */
export function createLifecycle(logger: Logger): Lifecycle {
  const opened: { name: string; close: () => Promise<void> | void }[] = []
  const stopping = new AbortController()
  let stopped: Promise<void> | undefined

  async function closeAll(): Promise<void> {
    for (let part = opened.pop(); part; part = opened.pop()) {
      const { name, close } = part
      const closed = Promise.resolve()
        .then(close)
        .then(() => true)
      // The database takes the time it needs: it ends its own attempts, and must not be left running.
      const late = name === 'database server' ? closed : delay(partMs, false, { ref: false })
      try {
        if (!(await Promise.race([closed, late]))) logger.warn({ part: name }, 'Did not close in time')
      } catch (error) {
        logger.error({ err: error, part: name }, 'Did not close')
      }
    }
  }

  return {
    signal: stopping.signal,
    onStop: (name, close) => void opened.push({ name, close }),
    stop() {
      stopping.abort()
      stopped ??= closeAll()
      return stopped
    },
  }
}

/** SIGINT and SIGTERM (and a closed terminal) call `stop`, the first one only. */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): void {
  let called = false
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (called) return
      called = true
      stop(name)
    })
  }
}
