import { migrationState } from '../db/migrate.ts'
import { readMigrations } from '../db/migration-files.ts'
import { claimFolder, openStorage } from '../db/storage.ts'
import type { Clock } from '../platform/clock.ts'
import { runningUrl } from '../platform/db/embedded/embedded.ts'
import { tryInstanceLock } from '../platform/db/embedded/instance-lock.ts'
import { type Database, openDatabase } from '../platform/db/index.ts'
import { createLifecycle } from '../platform/lifecycle.ts'
import type { Logger } from '../platform/logger.ts'
import { StartError } from '../platform/start-error.ts'

interface Surroundings {
  /** The database named, or the folder of the embedded one. */
  readonly config: { readonly dataFolder: string; readonly databaseUrl: string | undefined }
  readonly clock: Clock
  readonly logger: Logger
  readonly say: (line: string) => void
}

/** Another process has the data folder: whether it serves the database yet. */
async function urlOfRunning(folder: string): Promise<string> {
  const url = runningUrl(folder)
  if (url === undefined) {
    throw new StartError(`The Millwatch on ${folder} is starting or stopping. Try again in a moment.`)
  }
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
 * Does something with the database of an installation, whether its server runs or not: the one named by DATABASE_URL,
 * the embedded one that runs already, or the embedded one started for the moment.
 */
export async function withDatabase<T>(
  { config, clock, logger, say }: Surroundings,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const lifecycle = createLifecycle(logger)
  try {
    const serverRuns = config.databaseUrl === undefined && isTaken(config.dataFolder)
    if (!serverRuns) await claimFolder({ ...config, lifecycle })
    const url = serverRuns
      ? await urlOfRunning(config.dataFolder)
      : await openStorage({ ...config, clock, logger, lifecycle, say })
    const database = openDatabase({ url, logger, poolSize: { ask: 2, ingest: 1 } })
    lifecycle.onStop('database', database.close)
    return await work(database)
  } finally {
    await lifecycle.stop()
  }
}
