import type { Ctx } from '../../platform/ctx.ts'
import { companyRow } from '../../platform/db/statements.ts'

export interface AuditRow {
  readonly id: number
  /** Kind of the actor. `actorId`: its id within the kind; null for the program itself. */
  readonly actor: string
  readonly actorId: number | null
  readonly occurredAt: number
  readonly sessionId: number | null
  readonly ip: string | null
  readonly operation: string
  readonly subject: string
  readonly before: unknown
  readonly after: unknown
}

/** Selects entries in `[from, to)` (epoch ms) that match every given field; an undefined field matches all. */
export interface AuditFilter {
  readonly from: number | undefined
  readonly to: number | undefined
  readonly operation: string | undefined
  readonly userId: number | undefined
  /** `org_unit/17` matches this subject and those below it (`org_unit/17/...`); `org_unit` matches all of the kind. */
  readonly subject: string | undefined
}

// Entries from before the column `actor` are those of a user, or of the program itself when there is no user.
const columns = `audit_entry_id as id, occurred_at as "occurredAt",
  case when actor = 'user' and user_id is null then 'system' else actor end as actor,
  coalesce(actor_id, user_id) as "actorId", session_id as "sessionId", ip, operation, subject, before, after`
const chosen = `company_id = $1
  and occurred_at >= $2 and occurred_at < $3
  and ($4::text is null or operation = $4) and ($5::bigint is null or user_id = $5)
  and ($6::text is null or subject = $6 or starts_with(subject, $6 || '/'))`
/** Position of an entry in the audit log, which is ordered by time (epoch ms) and then by id. */
export interface LogPosition {
  readonly occurredAt: number
  readonly id: number
}

const first: LogPosition = { occurredAt: 0, id: 0 }
const last: LogPosition = { occurredAt: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER }

const latest = {
  name: 'audit.latest',
  text: `select ${columns} from audit_entry where ${chosen} and (occurred_at, audit_entry_id) < ($7::bigint, $8::bigint)
    order by occurred_at desc, audit_entry_id desc limit $9`,
}
const oldest = {
  name: 'audit.oldest',
  text: `select ${columns} from audit_entry where ${chosen} and (occurred_at, audit_entry_id) > ($7::bigint, $8::bigint)
    order by occurred_at, audit_entry_id limit $9`,
}
/** Returns the position of the entry with this id in the log of the company; undefined when there is none. */
export const placeOf = companyRow<LogPosition, [id: number]>(
  'audit.place',
  `select occurred_at as "occurredAt", audit_entry_id as id from audit_entry
    where company_id = $1 and audit_entry_id = $2`,
)

const valuesOf = (ctx: Ctx, { from, to, operation, userId, subject }: AuditFilter) => [
  ctx.companyId,
  // Bare values: behind row-level security a function around them would keep the index from being used.
  from ?? first.occurredAt,
  to ?? last.occurredAt,
  operation ?? null,
  userId ?? null,
  subject ?? null,
]

/**
 * Returns the newest `limit` matching entries before the position `before` (exclusive; default: the end of the log),
 * newest first.
 */
export async function entriesBefore(
  ctx: Ctx,
  filter: AuditFilter,
  limit: number,
  before: LogPosition = last,
): Promise<AuditRow[]> {
  return ctx.tx.prepared<AuditRow>(latest, [...valuesOf(ctx, filter), before.occurredAt, before.id, limit])
}

/**
 * Returns the oldest `limit` matching entries after the position `after` (exclusive; default: the start of the log),
 * oldest first.
 */
export async function entriesAfter(
  ctx: Ctx,
  filter: AuditFilter,
  limit: number,
  after: LogPosition = first,
): Promise<AuditRow[]> {
  return ctx.tx.prepared<AuditRow>(oldest, [...valuesOf(ctx, filter), after.occurredAt, after.id, limit])
}
