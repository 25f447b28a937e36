import type { Ctx } from '../../platform/ctx.ts'
import { companyRead, companyRows, companyRun } from '../../platform/db/statements.ts'
import type { ReportedError } from './clean.ts'

export interface ClientErrorRow extends ReportedError {
  readonly id: number
  readonly occurredAt: number
  readonly userId: number | null
}

const insert = {
  name: 'client_errors.insert',
  text: `insert into client_error (company_id, occurred_at, user_id, version, route, message, stack, browser)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

export async function insertClientError(ctx: Ctx, userId: number | null, error: ReportedError): Promise<void> {
  const { version, route, message, stack, browser } = error
  await ctx.tx.prepared(insert, [ctx.companyId, ctx.clock.now(), userId, version, route, message, stack, browser])
}

/**
 * Returns the number of error reports since `after` (epoch ms, exclusive): those of one user (null: of callers that are
 * no user), and all of the company.
 */
export const countSince = companyRead<
  { own: number; all: number },
  { own: number; all: number },
  [after: number, userId: number | null]
>(
  'client_errors.count',
  `select count(*) filter (where user_id is not distinct from $3) as own, count(*) as all from client_error
    where company_id = $1 and occurred_at > $2`,
  ([row]) => row ?? { own: 0, all: 0 },
)

/** Returns at most `limit` error reports, latest first; with `before` (null: all) only those with a smaller id. */
export const listClientErrors = companyRows<ClientErrorRow, [before: number | null, limit: number]>(
  'client_errors.list',
  `select client_error_id as id, occurred_at as "occurredAt", user_id as "userId", version, route, message, stack, browser
    from client_error where company_id = $1 and client_error_id < coalesce($2::bigint, 9223372036854775807)
    order by client_error_id desc limit $3`,
)

export const deleteClientErrors = companyRun<[before: number]>(
  'client_errors.forget',
  'delete from client_error where company_id = $1 and occurred_at < $2',
)
