import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { deleteSessionsBefore } from '../../platform/directory/index.ts'
import type { Logger } from '../../platform/logger.ts'

const hour = 60 * 60 * 1000
/** Whoever looks into what happened finds the session for so long after its end; who did what is kept for good. */
const keptMs = 30 * 24 * hour

/** Clears away sessions that ended long ago, now and then. The result stops it. */
export function startForgettingSessions(deps: { database: Database; clock: Clock; logger: Logger }): () => void {
  const { database, clock, logger } = deps
  const timer = setInterval(() => {
    deleteSessionsBefore(database, clock.now() - keptMs).catch((error: unknown) =>
      logger.warn({ err: error }, 'Old sessions could not be cleared away'),
    )
  }, hour)
  return () => clearInterval(timer)
}
