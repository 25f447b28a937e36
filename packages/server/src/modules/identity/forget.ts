import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import {
  deleteAttemptsBefore,
  deleteCodesBefore,
  deleteMailBefore,
  deleteSessionsBefore,
} from '../../platform/directory/index.ts'
import type { Logger } from '../../platform/logger.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
/** Whoever looks into what happened finds the session for so long after its end; who did what is kept for good. */
const keptMs = 30 * day
/** The longest window in which attempts are counted reaches back so far. */
const countedMs = 2 * day

/** Clears away what is over long ago, now and then: sessions, codes, mail, and counts of attempts. The result stops it. */
export function startForgetting(deps: { database: Database; clock: Clock; logger: Logger }): () => void {
  const { database, clock, logger } = deps
  const timer = setInterval(() => {
    const now = clock.now()
    const forgetting = [
      deleteSessionsBefore(database, now - keptMs),
      deleteCodesBefore(database, now - keptMs),
      deleteMailBefore(database, now - keptMs),
      deleteAttemptsBefore(database, now - countedMs),
    ]
    Promise.all(forgetting).catch((error: unknown) =>
      logger.warn({ err: error }, 'What is over could not be cleared away'),
    )
  }, hour)
  return () => clearInterval(timer)
}
