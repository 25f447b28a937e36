import type { Answer } from '@millwatch/contract/endpoint'
import type { listAudit } from '@millwatch/contract/http/audit'
import type { Ctx } from '../../platform/ctx.ts'
import { toIso } from '../../platform/http/instants.ts'
import type { AuditRow } from './queries.ts'
import { actorKey, namesOfActors } from './store-directory.ts'

export type PresentedEntry = Answer<typeof listAudit>['entries'][number]

const kinds = ['user', 'kiosk', 'api_key', 'device', 'system'] as const
const kindOf = (actor: string) => kinds.find((kind) => kind === actor) ?? 'system'
/** Name of the program itself as an actor. */
const itself = 'Millwatch'

/**
 * Converts entries of the audit log into API form, in the given order, each with the present name of its actor; the
 * name is null when the actor no longer exists.
 */
export async function presentEntries(ctx: Ctx, rows: readonly AuditRow[]): Promise<PresentedEntry[]> {
  const names = await namesOfActors(ctx.tx, ctx.companyId, rows)
  return rows.map((row) => ({
    id: row.id,
    occurred_at: toIso(row.occurredAt),
    actor: kindOf(row.actor),
    actor_id: row.actorId,
    actor_name: row.actor === 'system' ? itself : (names.get(actorKey(row)) ?? null),
    session_id: row.sessionId,
    ip: row.ip,
    operation: row.operation,
    subject: row.subject,
    before: row.before ?? null,
    after: row.after ?? null,
  }))
}
