import type { Ctx } from '../ctx.ts'
import type { Operation } from '../policy.ts'

/** What the operator of an installation does on the command line, which is no call. */
export type OperatorsWork =
  | 'company.create'
  | 'company.describe'
  | 'company.flag'
  | 'company.suspend'
  | 'company.resume'
  | 'company.delete'
  | 'company.restore'
  | 'user.create'
  | 'user.reset'

/** What was done to what; `before` and `after` hold what changed, and never a secret. */
export interface AuditEntry {
  readonly operation: Operation | OperatorsWork
  /** Kind and id: `org_unit/17`. */
  readonly subject: string
  readonly before?: object | null
  readonly after?: object | null
}

/** Who did what, in the transaction that does it: rows can be added by the program, never changed. */
export async function recordAudit(ctx: Ctx, entry: AuditEntry): Promise<void> {
  const person = ctx.actor.kind === 'user' ? ctx.actor : null
  await ctx.tx.db
    .insertInto('audit_entry')
    .values({
      company_id: ctx.companyId,
      occurred_at: ctx.clock.now(),
      user_id: person?.userId ?? null,
      session_id: person?.sessionId ?? null,
      ip: person?.ip ?? null,
      operation: entry.operation,
      subject: entry.subject,
      before: entry.before ? JSON.stringify(entry.before) : null,
      after: entry.after ? JSON.stringify(entry.after) : null,
    })
    .execute()
}
