import type { Database, Tx } from '../../platform/db/index.ts'

const toBuild = { name: 'directory_rollup_companies', text: 'select rollup_companies($1, $2) as "companyId"' }

/**
 * Returns the ids of the companies that have dirty rollups or rollups to be built up to `target` (epoch ms); with
 * `withoutRollups`, also those with machines that have evidence but no rollups yet.
 */
export async function rollupCompanies(database: Database, target: number, withoutRollups: boolean): Promise<number[]> {
  const work = (tx: Tx) => tx.prepared<{ companyId: number }>(toBuild, [target, withoutRollups])
  return (await database.inDirectory(work, { pool: 'ingest' })).map((row) => row.companyId)
}
