import { withOwner } from '../../platform/db/connection.ts'

/** Advisory lock of the database, by which one process makes backups by rotation; others make none meanwhile. */
const BACKUP_LOCK = 727_005

/**
 * Runs `work` under a lock and returns its result. Returns undefined at once, without running it, while another process on any
 * machine has the lock on this database. The lock ends with the connection, so a killed process leaves none.
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
