import type { Database, Tx } from '../../platform/db/index.ts'

const toBuild = { name: 'directory_rollup_companies', text: 'select rollup_companies($1, $2) as "companyId"' }

/**
 * Returns the companies that have rollups to be built up to `target` (epoch ms) or dirty ones; with `withoutRollups`,
 * also those that have machines with evidence but no rollups yet.
 */
export async function rollupCompanies(database: Database, target: number, withoutRollups: boolean): Promise<number[]> {
  const work = (tx: Tx) => tx.prepared<{ companyId: number }>(toBuild, [target, withoutRollups])
  return (await database.inDirectory(work, { pool: 'ingest' })).map((row) => row.companyId)
}
