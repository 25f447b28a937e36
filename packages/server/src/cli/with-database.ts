import { migrationState } from '../db/migrate.ts'
import { type Migration, readMigrations } from '../db/migration-files.ts'
import { claimFolder, openServer, openStorage } from '../db/storage.ts'
import { transactionSubscribers } from '../flow/subscribe.ts'
import type { BoundClock } from '../platform/bound-clock.ts'
import { runningUrl } from '../platform/db/embedded/embedded.ts'
import { tryInstanceLock } from '../platform/db/embedded/instance-lock.ts'
import { type Database, openDatabase } from '../platform/db/index.ts'
import { timeOfDatabase } from '../platform/db/store-directory-time.ts'
import { createLifecycle, type Lifecycle } from '../platform/lifecycle.ts'
import type { Logger } from '../platform/logger.ts'
import { subscribeInTransactions } from '../platform/outbox/same-transaction.ts'
import { StartError } from '../platform/start-error.ts'

export interface Surroundings {
  /** Database of DATABASE_URL, or without it the data folder of the embedded one. */
  readonly config: { readonly dataFolder: string; readonly databaseUrl: string | undefined }
  readonly clock: BoundClock
  readonly logger: Logger
  readonly progress: (line: string) => void
}

/**
 * Returns the owner's URL of the embedded database of another process, which has locked the data folder. Throws a start error
 * while that process is starting or stopping.
 */
function urlOfServer(folder: string): string {
  const url = runningUrl(folder)
  if (url === undefined) {
    throw new StartError(`The Millwatch on ${folder} is starting or stopping. Try again in a moment.`)
  }
  return url
}

async function urlOfRunning(folder: string): Promise<string> {
  const url = urlOfServer(folder)
  const { pending } = await migrationState(url, await readMigrations())
  if (pending.length === 0) return url
  throw new StartError(`The Millwatch on ${folder} is older than this program. Start it again first.`)
}

function isTaken(folder: string): boolean {
  const lock = tryInstanceLock(folder)
  lock?.release()
  return lock === undefined
}

/**
 * Runs `work` with the owner's URL of the installation's database, migrated, and returns its result. The database is that of
 * DATABASE_URL, the embedded one of a running server, or the embedded one started for the time of `work`. Throws a start error if
 * the running server is older than this program.
 */
export async function withStorage<T>(
  { config, clock, logger, progress }: Surroundings,
  work: (url: string, lifecycle: Lifecycle) => Promise<T>,
): Promise<T> {
  const lifecycle = createLifecycle(logger)
  try {
    const serverRuns = config.databaseUrl === undefined && isTaken(config.dataFolder)
    if (!serverRuns) await claimFolder({ ...config, lifecycle })
    const url = serverRuns
      ? await urlOfRunning(config.dataFolder)
      : await openStorage({ ...config, clock, logger, lifecycle, progress })
    return await work(url, lifecycle)
  } finally {
    await lifecycle.stop()
  }
}

/**
 * Runs `work` with the installation's database opened as the app does, with a server running or not, closes it afterwards, and
 * returns the result. Shared facts of its transactions are handled as in a server, and its clock bounds that of `surroundings`.
 */
export function withDatabase<T>(surroundings: Surroundings, work: (database: Database) => Promise<T>): Promise<T> {
  return withStorage(surroundings, async (url, lifecycle) => {
    const database = openDatabase({ url, logger: surroundings.logger, poolSize: { ask: 2, ingest: 1 } })
    lifecycle.onStop('database', database.close)
    subscribeInTransactions(transactionSubscribers)
    await surroundings.clock.adjust(() => timeOfDatabase(database))
    return work(database)
  })
}

/**
 * Runs `work` with the owner's URL of a database that no server uses, migrated to the given migrations only, and returns the
 * result. Throws a start error if a server runs on the data folder; servers on a DATABASE_URL are not noticed.
 */
export async function withIdleStorage<T>(
  { config, clock, logger, progress }: Surroundings,
  migrations: readonly Migration[],
  work: (url: string) => Promise<T>,
): Promise<T> {
  const lifecycle = createLifecycle(logger)
  try {
    if (config.databaseUrl === undefined && isTaken(config.dataFolder)) {
      throw new StartError(`A Millwatch runs on ${config.dataFolder}. Stop it first.`)
    }
    await claimFolder({ ...config, lifecycle })
    return await work(await openStorage({ ...config, clock, logger, lifecycle, progress, migrations }))
  } finally {
    await lifecycle.stop()
  }
}

/**
 * Runs `work` with the owner's URL of the installation's database server, without migrating or changing its data, with a server
 * running or not, and returns the result.
 */
export async function withServer<T>(
  { config, logger, progress }: Surroundings,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const lifecycle = createLifecycle(logger)
  try {
    if (config.databaseUrl === undefined && isTaken(config.dataFolder))
      return await work(urlOfServer(config.dataFolder))
    await claimFolder({ ...config, lifecycle })
    return await work(await openServer({ ...config, logger, lifecycle, progress }))
  } finally {
    await lifecycle.stop()
  }
}
