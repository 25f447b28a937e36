import type { Answer } from '@millwatch/contract/endpoint'
import type { listAudit } from '@millwatch/contract/http/audit'
import { thingsIn } from '@millwatch/domain/audit'
import type { Ctx } from '../../platform/ctx.ts'
import { toIso } from '../../platform/http/instants.ts'
import { namesByThing } from './names.ts'
import type { AuditRow } from './queries.ts'

export type PresentedEntry = Answer<typeof listAudit>['entries'][number]

const kinds = ['user', 'kiosk', 'api_key', 'device', 'system'] as const
const kindOf = (actor: string) => kinds.find((kind) => kind === actor) ?? 'system'
/** Name of the program itself as the actor of an entry. */
const itself = 'Millwatch'

/** Returns the key of an actor, such as `user/7`; `system/null` for the program itself. */
const actorKey = ({ actor, actorId }: AuditRow): string => `${actor}/${actorId}`

/**
 * Returns entries of the audit log in API form, in the given order, each with the present names of its actor, its subject and the
 * objects that its fields name. A name of the actor is null, and another name is left out, if the object is unknown.
 */
export async function presentEntries(ctx: Ctx, rows: readonly AuditRow[]): Promise<PresentedEntry[]> {
  const names = await namesByThing(ctx, [...rows.map(actorKey), ...rows.flatMap(thingsIn)])
  return rows.map((row) => ({
    id: row.id,
    occurred_at: toIso(row.occurredAt),
    actor: kindOf(row.actor),
    actor_id: row.actorId,
    actor_name: row.actor === 'system' ? itself : (names.get(actorKey(row))?.name ?? null),
    session_id: row.sessionId,
    ip: row.ip,
    operation: row.operation,
    subject: row.subject,
    before: row.before ?? null,
    after: row.after ?? null,
    names: Object.fromEntries(
      thingsIn(row).flatMap((thing) => {
        const name = names.get(thing)
        return name === undefined ? [] : [[thing, name]]
      }),
    ),
  }))
}
