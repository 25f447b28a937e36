import { withOwner } from '../../platform/db/connection.ts'

/** Advisory lock of the database: one process makes backups by rotation; others leave it to that one. */
const BACKUP_LOCK = 727_005

/**
 * Runs `work` unless another process, on any machine, does the same on this database; then it returns undefined at once.
 * The lock ends with the connection, so a killed process leaves none.
 */
export function aloneWithBackups<T>(url: string, work: () => Promise<T>): Promise<T | undefined> {
  return withOwner(url, async (client) => {
    const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_lock($1) as "isMine"', [
      BACKUP_LOCK,
    ])
    return rows[0]?.isMine ? work() : undefined
  })
}

/** Returns the size (bytes) of the database with this owner's URL. */
export function databaseBytes(url: string): Promise<number> {
  return withOwner(url, async (client) => {
    const { rows } = await client.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes')
    return rows[0]?.bytes ?? 0
  })
}
