import type { Ctx } from '../platform/ctx.ts'
import type { Finding } from './findings.ts'

export interface Verification {
  readonly id: number
  readonly startedAt: number
  readonly finishedAt: number
  /** First 200 findings; `total` is the number of all. */
  readonly findings: readonly Finding[]
  readonly total: number
}

const MOST_KEPT = 200
const MOST_SHOWN = 30

export async function insertVerification(
  ctx: Ctx,
  { startedAt, finishedAt, findings }: { startedAt: number; finishedAt: number; findings: readonly Finding[] },
): Promise<void> {
  await ctx.tx.db
    .insertInto('verification')
    .values({
      company_id: ctx.companyId,
      started_at: startedAt,
      finished_at: finishedAt,
      is_clean: findings.length === 0,
      report: JSON.stringify({ findings: findings.slice(0, MOST_KEPT), total: findings.length }),
    })
    .execute()
}

/** Returns the last `most` checks of the company (30 unless given), newest first. */
export async function lastVerifications(ctx: Ctx, most = MOST_SHOWN): Promise<Verification[]> {
  const rows = await ctx.tx.db
    .selectFrom('verification')
    .select(['verification_id as id', 'started_at as startedAt', 'finished_at as finishedAt', 'report'])
    .where('company_id', '=', ctx.companyId)
    .orderBy('verification_id', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => {
    const { findings, total } = row.report as { findings: Finding[]; total: number }
    const { id, startedAt, finishedAt } = row
    return { id, startedAt, finishedAt, findings, total }
  })
}
