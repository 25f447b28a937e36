import type { Database } from '../tx.ts'

const time = {
  name: 'directory_time',
  text: 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now',
}

/** Returns the present time of the clock of the database, epoch ms. Throws if the database gives no row. */
export async function timeOfDatabase(database: Database): Promise<number> {
  const [row] = await database.inDirectory((tx) => tx.prepared<{ now: number }>(time, []), { pool: 'ingest' })
  if (row === undefined) throw new Error('The database gave no time')
  return row.now
}
