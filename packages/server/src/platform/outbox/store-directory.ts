import type { Database } from '../db/index.ts'

const withWaiting = { name: 'directory_outbox_companies', text: 'select outbox_companies() as "companyId"' }

/** Returns the ids of companies whose outbox has facts to distribute or deliveries to make, due or not. */
export async function companiesWithOutbox(database: Database): Promise<number[]> {
  const rows = await database.inDirectory((tx) => tx.prepared<{ companyId: number }>(withWaiting, []), {
    pool: 'jobs',
  })
  return rows.map((row) => row.companyId)
}

const backlog = { name: 'directory_outbox_backlog', text: 'select subscriber, waiting from outbox_backlog()' }

/**
 * Returns the number of facts that wait for each subscriber, in all companies, by the name of the subscriber. A subscriber for
 * which none waits may be missing.
 */
export async function outboxBacklog(database: Database): Promise<Map<string, number>> {
  const rows = await database.inDirectory((tx) => tx.prepared<{ subscriber: string; waiting: number }>(backlog, []), {
    pool: 'jobs',
  })
  return new Map(rows.map((row) => [row.subscriber, row.waiting]))
}
