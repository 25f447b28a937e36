import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../../logger.ts'
import { messageOf, StartError } from '../../start-error.ts'
import { withOwner } from '../connection.ts'
import { clearLeftovers, readPostmasterFile } from './leftovers.ts'
import { logTail, type ServerPlace, type ServerProcess, startServer } from './server-process.ts'

const pollMs = 20
const firstStartAttempts = 5
const retryFirstMs = 100
const retryLongestMs = 5_000

export interface Supervisor {
  /**
   * Starts the server and resolves when it answers; from then on it is restarted whenever it ends. Throws a start error with the
   * end of the log if all attempts fail or `stop` is called meanwhile.
   */
  start(): Promise<void>
  /** Stops the server, also one that is just being started, and resolves when it has ended. Only `start` starts it again. */
  stop(): Promise<void>
}

type Outcome = { ready: true } | { ready: false; reason: string }

/**
 * Waits until the server answers or ends, and returns the outcome with the reason of the end. There is no time limit, because
 * recovery after a crash may take long.
 */
async function untilReady(server: ServerProcess, dataFolder: string): Promise<Outcome> {
  let reason: string | undefined
  void server.ended.then((by) => {
    reason = by
  })
  while (reason === undefined) {
    const file = readPostmasterFile(dataFolder)
    if (file?.pid === server.pid && file.ready) return { ready: true }
    await delay(pollMs)
  }
  return { ready: false, reason }
}

/**
 * Creates the supervisor of one PostgreSQL server on a data folder that nobody else uses. `attempts` is the number of times that
 * the first start is tried; restarts after an unexpected end are tried without a limit.
 */
export function createSupervisor(place: ServerPlace, logger: Logger, attempts = firstStartAttempts): Supervisor {
  let server: ServerProcess | undefined
  let wanted = false
  let pausing = new AbortController()
  let guarding: Promise<void> = Promise.resolve()

  async function launch(): Promise<Outcome> {
    await clearLeftovers(place.dataFolder, place.socketFolder, logger)
    if (!wanted) return { ready: false, reason: 'stopped meanwhile' }
    server = startServer(place)
    return untilReady(server, place.dataFolder)
  }

  /** Restarts the server whenever it ends, until it is no longer wanted. */
  async function guard(): Promise<void> {
    for (let retryMs = retryFirstMs; wanted; ) {
      const by = await server?.ended
      if (!wanted) return
      logger.error({ by }, 'The database ended, starting it again')
      const outcome = await launch()
      if (outcome.ready) {
        logger.info('The database is back')
        retryMs = retryFirstMs
        continue
      }
      if (!wanted) return
      logger.error({ by: outcome.reason, log: logTail(place.logFile) }, 'The database did not start')
      await delay(retryMs, undefined, { signal: pausing.signal }).catch(() => undefined)
      retryMs = Math.min(retryMs * 2, retryLongestMs)
    }
  }

  return {
    async start() {
      wanted = true
      pausing = new AbortController()
      let outcome = await launch()
      for (let attempt = 1; wanted && !outcome.ready && attempt < attempts; attempt++) {
        await delay(retryFirstMs * attempt)
        outcome = await launch()
      }
      if (!outcome.ready) {
        wanted = false
        throw new StartError(
          `The embedded database did not start (${outcome.reason}). The end of ${place.logFile}:\n${logTail(place.logFile)}`,
        )
      }
      guarding = guard().catch((error) => logger.error({ err: error }, 'The database is no longer watched'))
    },
    async stop() {
      wanted = false
      pausing.abort()
      let isOver = false
      const over = guarding.then(() => {
        isOver = true
      })
      // The guard may be restarting the server right now; that start is stopped too, without waiting for recovery.
      while (!isOver) {
        await server?.stop()
        await Promise.race([over, delay(pollMs)])
      }
      await server?.stop()
    },
  }
}

/**
 * Creates the app's database `name` in the running server unless it exists. `urlOf` gives the URL of a database by its
 * name.
 */
export async function ensureDatabase(urlOf: (database: string) => string, name: string): Promise<void> {
  await withOwner(urlOf('postgres'), async (client) => {
    const found = await client.query('select from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  }).catch((error) => {
    throw new StartError(`The embedded database does not answer: ${messageOf(error)}`, error)
  })
}
