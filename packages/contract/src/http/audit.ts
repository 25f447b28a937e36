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

const AuditEntry = Type.Object({
  id: Id,
  occurred_at: Instant,
  actor: Actor,
  /** Of that kind: which user, display, key or device; null for the program itself. */
  actor_id: NumberOrNull,
  /** Its name now; null where nobody is known by that id any more. */
  actor_name: Nullable(Type.String()),
  session_id: NumberOrNull,
  ip: Nullable(Type.String()),
  operation: Type.String(),
  /** Kind and id: `org_unit/17`. */
  subject: Type.String(),
  /** What changed, as it was; null where there was nothing. */
  before: Type.Unknown(),
  /** As it is since. */
  after: Type.Unknown(),
})

/** Entries `[from, to)`, of one operation, by one user, about one subject. */
const filters = {
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
  operation: Type.Optional(Type.String({ pattern: '^[a-z_]+(\\.[a-z_]+)*$', maxLength: 60 })),
  user_id: Type.Optional(Id),
  /** `org_unit/17` and what is part of it, or `org_unit` for all of them. */
  subject: Type.Optional(Type.String({ pattern: '^[a-z_-]+(/[0-9a-z_-]+)*$', maxLength: 100 })),
}

export const listAudit = endpoint({
  method: 'GET',
  path: '/v0/audit',
  operation: 'audit.read',
  summary: 'Who did what, the newest first; `before` is the id of the last entry of the page before',
  tags: ['audit'],
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
      /** Where the next page begins; null: this was the last. */
      next_before: NumberOrNull,
      /** All operations that entries may be of, for a list to choose from. */
      operations: Type.Array(Type.String()),
    }),
  },
})

/** As JSON, `{status, entries}`, or as CSV with a line of names; the whole of it, piece by piece, the oldest first. */
export const exportAudit = endpoint({
  method: 'GET',
  path: '/v0/audit/export',
  operation: 'audit.export',
  summary: 'All entries as a file, in CSV unless `format=json`',
  tags: ['audit'],
  shapes: {
    query: Type.Object(
      { ...filters, format: Type.Optional(Type.Union([Type.Literal('csv'), Type.Literal('json')])) },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success, entries: Type.Array(AuditEntry) }),
  },
})

/** Columns of the CSV, in this order. */
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
] as const
