import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Clock } from '../platform/clock.ts'
import { withOwner } from '../platform/db/connection.ts'
import { StartError } from '../platform/start-error.ts'
import type { Migration } from './migration-files.ts'
import { prepareServer } from './prepare-server.ts'
import { prepareQueue } from './queue-schema.ts'

/** Advisory lock of the database, by which one server migrates; others wait and then have nothing to do. */
const migrationLock = 727_000
const retryLockMs = 100
/** Channel on which the servers of an installation hear that a migration was applied. */
export const MIGRATED_CHANNEL = 'millwatch_migrated'

export interface MigrationState {
  /** Number of the last applied migration; 0 on a new database. */
  readonly applied: number
  readonly pending: readonly Migration[]
}

interface AppliedRow {
  number: number
  name: string
  checksum: string
}

async function readApplied(client: pg.Client): Promise<AppliedRow[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.schema_migration') is not null as exists`,
  )
  if (!rows[0]?.exists) return []
  return (await client.query<AppliedRow>('select number, name, checksum from schema_migration order by number')).rows
}

/**
 * Returns the number of the last applied migration and the pending ones. Throws a start error for data written by a newer
 * program, and for an applied migration whose text was changed.
 */
async function compare(client: pg.Client, migrations: readonly Migration[]): Promise<MigrationState> {
  const applied = await readApplied(client)
  const newest = applied.at(-1)
  if (newest && newest.number > migrations.length) {
    throw new StartError(
      `The data was written by a newer Millwatch: it is at migration ${newest.number} (${newest.name}), ` +
        `and this program knows ${migrations.length}. Start the newer version, or restore a copy from before it.`,
    )
  }
  for (const row of applied) {
    const migration = migrations[row.number - 1]
    if (migration?.checksum === row.checksum) continue
    throw new StartError(
      `Migration ${row.number} (${row.name}) was applied to the data with another text than this program has. ` +
        'Migrations are forward only: put the file back as it was and write a new one.',
    )
  }
  return { applied: newest?.number ?? 0, pending: migrations.slice(newest?.number ?? 0) }
}

export function migrationState(url: string, migrations: readonly Migration[]): Promise<MigrationState> {
  return withOwner(url, (client) => compare(client, migrations))
}

async function withMigrationLock<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  const tryLock = () => client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [migrationLock])
  while (!(await tryLock()).rows[0]?.locked) await delay(retryLockMs)
  try {
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined)
  }
}

const createTable = `create table if not exists schema_migration (
  number integer primary key,
  name text not null,
  checksum text not null,
  applied_at bigint not null
)`

/**
 * Applies one migration in one transaction: even if killed, it is applied whole or not at all. Throws if it fails or waits more
 * than 10 s for a lock.
 */
async function apply(client: pg.Client, migration: Migration, clock: Clock): Promise<void> {
  await client.query('begin')
  try {
    // Failing and restarting is better than to wait for a lock on a busy table and block everybody behind.
    await client.query(`set local lock_timeout = '10s'`)
    await client.query(createTable)
    await client.query(migration.text)
    await client.query('insert into schema_migration (number, name, checksum, applied_at) values ($1, $2, $3, $4)', [
      migration.number,
      migration.name,
      migration.checksum,
      clock.now(),
    ])
    await client.query(`notify ${MIGRATED_CHANNEL}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

export interface MigrateOptions {
  readonly clock: Clock
  readonly onApply?: (migration: Migration) => void
}

/**
 * Applies all migrations that the database does not have yet, in order, under a lock, for which it waits without a limit while
 * another server migrates, and prepares the job queue; returns the number of applied migrations. Throws a start error if the
 * server is too old, the app's role is unsafe, or the database has migrations that this program does not know.
 */
export async function migrate(url: string, migrations: readonly Migration[], options: MigrateOptions): Promise<number> {
  return withOwner(url, (client) =>
    withMigrationLock(client, async () => {
      await prepareServer(client)
      const { pending } = await compare(client, migrations)
      for (const migration of pending) {
        options.onApply?.(migration)
        await apply(client, migration, options.clock)
      }
      await prepareQueue(client)
      return pending.length
    }),
  )
}
