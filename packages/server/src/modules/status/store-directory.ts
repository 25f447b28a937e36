import type { Database } from '../../platform/db/index.ts'

const due = { name: 'directory_due_companies', text: 'select due_companies($1) as "companyId"' }

/** Returns the companies in which time alone changes something by `now`. */
export async function dueCompanies(database: Database, now: number): Promise<number[]> {
  const rows = await database.inDirectory((tx) => tx.prepared<{ companyId: number }>(due, [now]), { pool: 'ingest' })
  return rows.map((row) => row.companyId)
}
