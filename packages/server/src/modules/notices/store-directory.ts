import type { Database } from '../../platform/db/index.ts'

const due = { name: 'directory_notice_companies', text: 'select notice_companies($1) as "companyId"' }

/** Returns the ids of companies with notices or messages that are due at `now` (epoch ms), without suspended companies. */
export async function companiesWithNotices(database: Database, now: number): Promise<number[]> {
  const rows = await database.inDirectory((tx) => tx.prepared<{ companyId: number }>(due, [now]), { pool: 'jobs' })
  return rows.map((row) => row.companyId)
}

export interface ChannelBacklog {
  readonly channel: string
  readonly waiting: number
  /** Instant at which the oldest due notice was created, epoch ms; null: no notice is due. */
  readonly oldest: number | null
  readonly givenUp: number
}

const backlog = {
  name: 'directory_notice_backlog',
  text: `select channel, coalesce(waiting, 0) as waiting, oldest, coalesce(given_up, 0) as "givenUp"
    from unnest(array['email', 'sms', 'webhook']) as channel left join notice_backlog($1) using (channel)
    order by channel`,
}

/**
 * Returns for each channel, also one without notices, the numbers of notices that wait and that were given up, and the instant
 * at which the oldest due one was created, over all companies.
 */
export async function noticeBacklog(database: Database, now: number): Promise<ChannelBacklog[]> {
  return database.inDirectory((tx) => tx.prepared<ChannelBacklog>(backlog, [now]), { pool: 'jobs' })
}
