import { migrationState } from '../db/migrate.ts'
import { type Migration, readMigrations } from '../db/migration-files.ts'
import { claimFolder, openServer, openStorage } from '../db/storage.ts'
import type { Clock } from '../platform/clock.ts'
import { runningUrl } from '../platform/db/embedded/embedded.ts'
import { tryInstanceLock } from '../platform/db/embedded/instance-lock.ts'
import { type Database, openDatabase } from '../platform/db/index.ts'
import { createLifecycle, type Lifecycle } from '../platform/lifecycle.ts'
import type { Logger } from '../platform/logger.ts'
import { StartError } from '../platform/start-error.ts'

export interface Surroundings {
  /** The database named, or the folder of the embedded one. */
  readonly config: { readonly dataFolder: string; readonly databaseUrl: string | undefined }
  readonly clock: Clock
  readonly logger: Logger
  readonly say: (line: string) => void
}

/** Another process has the data folder: returns the URL of its database, once that is served. */
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
 * Does something with the storage of an installation, whether its server runs or not: the database named by DATABASE_URL,
 * the embedded one that runs already, or the embedded one started for the moment. `work` gets the owner's URL.
 */
export async function withStorage<T>(
  { config, clock, logger, say }: Surroundings,
  work: (url: string, lifecycle: Lifecycle) => Promise<T>,
): Promise<T> {
  const lifecycle = createLifecycle(logger)
  try {
    const serverRuns = config.databaseUrl === undefined && isTaken(config.dataFolder)
    if (!serverRuns) await claimFolder({ ...config, lifecycle })
    const url = serverRuns
      ? await urlOfRunning(config.dataFolder)
      : await openStorage({ ...config, clock, logger, lifecycle, say })
    return await work(url, lifecycle)
  } finally {
    await lifecycle.stop()
  }
}

/** The same, with the database as the program uses it. */
export function withDatabase<T>(surroundings: Surroundings, work: (database: Database) => Promise<T>): Promise<T> {
  return withStorage(surroundings, (url, lifecycle) => {
    const database = openDatabase({ url, logger: surroundings.logger, poolSize: { ask: 2, ingest: 1 } })
    lifecycle.onStop('database', database.close)
    return work(database)
  })
}

/**
 * The storage of an installation that nobody uses, brought up to the given migrations and no further. Ends with a text
 * where a server runs on it.
 */
export async function withIdleStorage<T>(
  { config, clock, logger, say }: Surroundings,
  migrations: readonly Migration[],
  work: (url: string) => Promise<T>,
): Promise<T> {
  const lifecycle = createLifecycle(logger)
  try {
    if (config.databaseUrl === undefined && isTaken(config.dataFolder)) {
      throw new StartError(`A Millwatch runs on ${config.dataFolder}. Stop it first.`)
    }
    await claimFolder({ ...config, lifecycle })
    return await work(await openStorage({ ...config, clock, logger, lifecycle, say, migrations }))
  } finally {
    await lifecycle.stop()
  }
}

/**
 * Does something on the server of an installation and leaves the installation's data as it is, not migrated either: the
 * server of DATABASE_URL, the embedded one that runs already, or the embedded one started for the moment.
 */
export async function withServer<T>(
  { config, logger, say }: Surroundings,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const lifecycle = createLifecycle(logger)
  try {
    if (config.databaseUrl === undefined && isTaken(config.dataFolder))
      return await work(urlOfServer(config.dataFolder))
    await claimFolder({ ...config, lifecycle })
    return await work(await openServer({ ...config, logger, lifecycle, say }))
  } finally {
    await lifecycle.stop()
  }
}
