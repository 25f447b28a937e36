import type { Operation } from '@millwatch/contract/calls/all'
import type { Actor, Ctx } from '../ctx.ts'

/**
 * Names of the operations that the operator of the installation performs on the command line; the audit log has them
 * beside the calls of the API.
 */
export const operatorsWork = [
  'company.create',
  'company.describe',
  'company.flag',
  'notification.create',
  'company.suspend',
  'company.resume',
  'company.delete',
  'company.restore',
  'user.create',
  'user.reset',
  'user.second_factor_off',
] as const
type OperatorsWork = (typeof operatorsWork)[number]

/** Entry to add to the audit log. `before` and `after` hold the fields that the change concerns, never a secret. */
export interface AuditEntry {
  readonly operation: Operation | OperatorsWork
  /** Kind and id: `org_unit/17`. */
  readonly subject: string
  readonly before?: object | null
  readonly after?: object | null
}

/** Returns the id of the user, kiosk display, API key or device of an actor; null for Millwatch itself. */
function idOf(actor: Actor): number | null {
  if (actor.kind === 'user') return actor.userId
  if (actor.kind === 'kiosk') return actor.kioskId
  if (actor.kind === 'api_key') return actor.apiKeyId
  return actor.kind === 'device' ? actor.deviceId : null
}

/**
 * Adds an entry to the audit log in the name of the actor of `ctx`, in the transaction of the change. Entries are never
 * changed, and deleted only together with their company.
 */
export const recordAudit = (ctx: Ctx, entry: AuditEntry): Promise<void> => recordAudits(ctx, [entry])

/**
 * Adds entries to the audit log like `recordAudit`, by one statement. The caller gives at most 5,000 entries, since PostgreSQL
 * limits the parameters of a statement. Does nothing for an empty list.
 */
export async function recordAudits(ctx: Ctx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const { actor } = ctx
  const common = {
    company_id: ctx.companyId,
    occurred_at: ctx.clock.now(),
    actor: actor.kind,
    actor_id: idOf(actor),
    user_id: actor.kind === 'user' ? actor.userId : null,
    session_id: 'sessionId' in actor ? actor.sessionId : null,
    ip: 'ip' in actor ? (actor.ip ?? null) : null,
  }
  await ctx.tx.db
    .insertInto('audit_entry')
    .values(
      entries.map(({ operation, subject, before, after }) => ({
        ...common,
        ...{ operation, subject },
        before: before ? JSON.stringify(before) : null,
        after: after ? JSON.stringify(after) : null,
      })),
    )
    .execute()
}
