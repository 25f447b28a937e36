import type { Database } from '../db/index.ts'

const withUndelivered = { name: 'directory_outbox_companies', text: 'select outbox_companies() as "companyId"' }

/** Returns the companies whose outbox has undelivered messages. */
export async function companiesWithOutbox(database: Database): Promise<number[]> {
  const rows = await database.inDirectory((tx) => tx.prepared<{ companyId: number }>(withUndelivered, []), {
    pool: 'jobs',
  })
  return rows.map((row) => row.companyId)
}
