import type { Database } from '../tx.ts'

/** Returns the size of the whole database on disk, with indexes (bytes). */
export async function databaseSize(database: Database): Promise<number> {
  const { rows } = await database.statement('select pg_database_size(current_database())::text as bytes')
  const [row] = rows as { bytes: string }[]
  return Number(row?.bytes)
}
