import type { Database, Tx } from '../../platform/db/index.ts'

const toBuild = { name: 'directory_rollup_companies', text: 'select rollup_companies($1, $2) as "companyId"' }

/**
 * Returns the companies with rollups to be built up to `target`; with `unborn`, also those with machines without any
 * rollup.
 */
export async function rollupCompanies(database: Database, target: number, withoutRollups: boolean): Promise<number[]> {
  const work = (tx: Tx) => tx.prepared<{ companyId: number }>(toBuild, [target, withoutRollups])
  return (await database.inDirectory(work, { pool: 'ingest' })).map((row) => row.companyId)
}
