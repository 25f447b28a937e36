import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, NumberOrNull, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'

const Actor = Type.Union([
  Type.Literal('user'),
  Type.Literal('kiosk'),
  Type.Literal('api_key'),
  Type.Literal('device'),
  Type.Literal('system'),
])

/**
 * Schema of the present name of the subject of an entry, or of another object whose id the entry contains. Deleted objects are
 * left out of `names` unless a name is still known.
 */
const ThingName = Type.Object({
  name: Type.String(),
  /**
   * True if the unit, machine, device or critical part was removed, the person is no member any more, or the display or API key
   * was revoked.
   */
  removed: Type.Boolean(),
})

const AuditEntry = Type.Object({
  id: Id,
  occurred_at: Instant,
  actor: Actor,
  /** Id of the actor, within its kind: user, display, key or device; null for Millwatch itself. */
  actor_id: NumberOrNull,
  /** Current name of the actor; null if no actor has that id any more. */
  actor_name: Nullable(Type.String()),
  session_id: NumberOrNull,
  ip: Nullable(Type.String()),
  operation: Type.String(),
  /** Changed object as kind and id: `org_unit/17`. */
  subject: Type.String(),
  /** Values of the changed fields before the change; null if the object did not exist, or the entry has no values. */
  before: Type.Unknown(),
  /** Values of the changed fields after the change; null if the object was removed, or the entry has no values. */
  after: Type.Unknown(),
  /** Present names, by kind and id (`org_unit/17`), of the subject and of the objects whose ids `before` and `after` contain. */
  names: Type.Record(Type.String(), ThingName),
})

/**
 * Query parameters that limit the entries: to instants in `[from, to)`, one operation, one user, one subject. An absent one does
 * not limit.
 */
const filters = {
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
  operation: Type.Optional(Type.String({ pattern: '^[a-z_]+(\\.[a-z_]+)*$', maxLength: 60 })),
  user_id: Type.Optional(Id),
  /** Kind and id, `org_unit/17`, which includes the parts of that object; or a kind alone, `org_unit`, for all of that kind. */
  subject: Type.Optional(Type.String({ pattern: '^[a-z_-]+(/[0-9a-z_-]+)*$', maxLength: 100 })),
}

export const listAudit = endpoint('GET', '/v0/audit', 'audit', {
  operation: 'audit.read',
  policy: { least: 'admin', scope: 'company', rate: 'read', listable: false },
  summary:
    'Lists the entries of the audit log, the newest first; `before` is the id of the last entry of the page before',
  shapes: {
    query: Type.Object(
      {
        ...filters,
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
        before: Type.Optional(Id),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({
      status: Success,
      entries: Type.Array(AuditEntry),
      /** Id to send as `before` for the next page; null: this was the last page. */
      next_before: NumberOrNull,
      /** Names of all operations that can occur in the audit log, not only on this page. */
      operations: Type.Array(Type.String()),
    }),
  },
})

/**
 * Streams the matching entries of the audit log, oldest first: as CSV with a header line (default), or as JSON
 * `{status, entries}`.
 */
export const exportAudit = endpoint('GET', '/v0/audit/export', 'audit', {
  operation: 'audit.export',
  policy: { least: 'admin', scope: 'company', rate: 'heavy', listable: false },
  summary: 'All entries as a file, in CSV unless `format=json`',
  shapes: {
    query: Type.Object(
      { ...filters, format: Type.Optional(Type.Union([Type.Literal('csv'), Type.Literal('json')])) },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success, entries: Type.Array(AuditEntry) }),
  },
})

/** Names of the columns of the audit log's CSV file, in their order. */
export const auditColumns = [
  'id',
  'occurred_at',
  'actor',
  'actor_id',
  'actor_name',
  'session_id',
  'ip',
  'operation',
  'subject',
  'before',
  'after',
  'names',
] as const
