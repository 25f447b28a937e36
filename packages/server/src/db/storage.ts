import { join } from 'node:path'
import type { Clock } from '../platform/clock.ts'
import { withOwner } from '../platform/db/connection.ts'
import { backUp } from '../platform/db/embedded/backups.ts'
import { type EmbeddedDatabase, prepareEmbedded } from '../platform/db/embedded/embedded.ts'
import { takeInstanceLock } from '../platform/db/embedded/instance-lock.ts'
import { isTransient } from '../platform/db/faults.ts'
import { Ballast } from '../platform/disk/index.ts'
import type { Lifecycle } from '../platform/lifecycle.ts'
import type { Logger } from '../platform/logger.ts'
import { messageOf, StartError } from '../platform/start-error.ts'
import { migrate, migrationState } from './migrate.ts'
import { type Migration, readMigrations } from './migration-files.ts'

export interface StorageOptions {
  readonly dataFolder: string
  /** Absent: the embedded PostgreSQL in the data folder is used. */
  readonly databaseUrl: string | undefined
  readonly clock: Clock
  readonly logger: Logger
  readonly lifecycle: Lifecycle
  /** Prints a line of progress for the person who started the program. */
  readonly progress: (line: string) => void
  /** True begins and false ends archiving of the embedded database's log; absent: as at the last start. */
  readonly archives?: boolean | undefined
  /** Migrations to apply; those of the program unless a test gives others. */
  readonly migrations?: readonly Migration[]
}

const label = (migration: Migration) => `${String(migration.number).padStart(4, '0')} ${migration.name}`

/**
 * Copies the folder of the embedded database, with the database stopped, before a migration, so that the earlier data can be
 * restored. Does nothing for a new database or without a pending migration.
 */
async function copyBeforeMigration(
  embedded: EmbeddedDatabase,
  migrations: readonly Migration[],
  options: StorageOptions,
): Promise<void> {
  const { applied, pending } = await migrationState(embedded.url, migrations)
  const [next] = pending
  if (applied === 0 || !next) return
  const backups = join(options.dataFolder, 'backups')
  options.progress(`Copying the data to ${backups} before migration ${label(next)}`)
  await embedded.whileStopped(async () => {
    backUp({ dataFolder: embedded.dataFolder, backups, at: options.clock.now(), migration: next.number })
  })
}

type ServerOptions = Pick<
  StorageOptions,
  'dataFolder' | 'databaseUrl' | 'logger' | 'lifecycle' | 'progress' | 'archives'
>

async function startServer({
  dataFolder,
  lifecycle,
  logger,
  progress,
  archives,
}: ServerOptions): Promise<EmbeddedDatabase> {
  progress(`Starting the database in ${dataFolder}`)
  const embedded = await prepareEmbedded({ folder: dataFolder, logger, onProgress: progress, archives })
  // Registered before the start, so that Ctrl-C during the start stops the server too.
  lifecycle.onStop('database server', embedded.stop, 'must end')
  await embedded.start()
  return embedded
}

async function openEmbedded(options: StorageOptions, migrations: readonly Migration[]): Promise<string> {
  const embedded = await startServer(options)
  await copyBeforeMigration(embedded, migrations, options)
  return embedded.url
}

/**
 * Starts the embedded database, or checks that the database of DATABASE_URL answers, without migrating. Returns the owner's URL.
 * The data folder must be locked before (`claimFolder`).
 */
export async function openServer(options: ServerOptions): Promise<string> {
  const given = options.databaseUrl
  if (given === undefined) return (await startServer(options)).url
  await checkServer(given)
  return given
}

/** Throws a start error with advice unless the database of DATABASE_URL answers. A wrong URL is the most frequent mistake. */
async function checkServer(url: string): Promise<void> {
  try {
    await withOwner(url, (client) => client.query('select 1'))
  } catch (error) {
    const why = messageOf(error)
    const hint = isTransient(error)
      ? 'Is it running, and do host and port fit?'
      : 'Do user, password and database fit? Are @ / # ? % in them written %40 %2F %23 %3F %25?'
    throw new StartError(`The database named by DATABASE_URL cannot be reached: ${why}. ${hint}`, error)
  }
}

/**
 * Locks the data folder for this process until `lifecycle` stops; does nothing with a DATABASE_URL. First removes the ballast if
 * the disk is nearly full. Throws a start error if another process has locked the folder.
 */
export async function claimFolder({
  dataFolder,
  databaseUrl,
  lifecycle,
}: Pick<StorageOptions, 'dataFolder' | 'databaseUrl' | 'lifecycle'>): Promise<void> {
  if (databaseUrl !== undefined) return
  // On a full disk, neither the lock nor the database could be written.
  await new Ballast(dataFolder).releaseWhenNeeded()
  const lock = await takeInstanceLock(dataFolder)
  lifecycle.onStop('lock', lock.release)
}

/**
 * Opens the database of an installation, migrates it (an embedded one after a copy), and returns the owner's URL. The data folder
 * must be locked before (`claimFolder`).
 */
export async function openStorage(options: StorageOptions): Promise<string> {
  const migrations = options.migrations ?? (await readMigrations())
  const given = options.databaseUrl
  if (given !== undefined) await checkServer(given)
  const url = given ?? (await openEmbedded(options, migrations))
  await migrate(url, migrations, {
    clock: options.clock,
    onApply: (migration) => options.progress(`Migrating the data: ${label(migration)}`),
  })
  return url
}
