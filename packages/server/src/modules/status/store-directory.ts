import type { Database } from '../../platform/db/index.ts'

const due = { name: 'directory_due_companies', text: 'select due_companies($1) as "companyId"' }

/** Returns the ids of the companies with status, shift history or a release from quarantine that is due by `now` (epoch ms). */
export async function dueCompanies(database: Database, now: number): Promise<number[]> {
  const rows = await database.inDirectory((tx) => tx.prepared<{ companyId: number }>(due, [now]), { pool: 'ingest' })
  return rows.map((row) => row.companyId)
}
