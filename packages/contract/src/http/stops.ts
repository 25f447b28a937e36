import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { ofMachine } from '../kiosk-rules.ts'
import { Id, IdParams, Instant, meaning, NumberOrNull, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'

const Notes = Type.String({ maxLength: 4000 })

export const annotateStop = endpoint({
  method: 'PUT',
  path: '/v0/status/:id',
  operation: 'status.annotate',
  policy: {
    least: 'user',
    scope: 'company',
    rate: 'write',
    audit: true,
    kiosk: { about: [{ at: 'params.id', is: 'stop' }], needs: 'reasons', only: ['status_reason_id'] },
  },
  summary: 'Write on a stop: its reason (null clears), its notes, or, as superuser, that it is ignored; one at a time',
  tags: ['stops'],
  shapes: {
    params: IdParams,
    body: Type.Object(
      {
        status_reason_id: Type.Optional(Nullable(Id)),
        notes: Type.Optional(Nullable(Notes)),
        xsf_report_ignored: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false, minProperties: 1, maxProperties: 1 },
    ),
    answer: Type.Object({ status: Success }),
  },
})

/** Columns of the report, in this order, in every row. */
export const xsfdtFields = [
  'id',
  'equipment_id',
  'equip_name',
  'status_id',
  'started_at',
  'ended_at',
  'active',
  'duration_s',
  'xsf_dt_duration_s',
  'status_reason_id',
  'status_reason',
  'notes',
  'tags',
  'parts',
  'xsf_report_ignored',
] as const

const TextOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })

/**
 * Row of the report. `started_at` and `ended_at` are epoch seconds; `active` is true while the stop goes on, and then
 * `ended_at` is null.
 */
export const XsfdtRow = Type.Tuple([
  Id,
  Id,
  Type.String(),
  Type.Integer(),
  Type.Number(),
  NumberOrNull,
  Type.Boolean(),
  Type.Number(),
  Type.Number(),
  NumberOrNull,
  TextOrNull,
  TextOrNull,
  Type.Array(Id),
  Type.Array(Type.Unknown()),
  Type.Boolean(),
])

/** Period; without endDate it ends now. */
const Since = Type.Object({ startDate: Instant, endDate: Type.Optional(Instant) }, { additionalProperties: false })

const xsfdtAnswer = Type.Object({
  status: Success,
  fields: meaning('Names of the columns of each row, in its order.', Type.Array(Type.String())),
  data: meaning(
    'A row for each stop. `started_at`, `ended_at`: epoch s, null while it goes on; `duration_s`: its length; `xsf_dt_duration_s`: the scheduled part of it.',
    Type.Array(XsfdtRow),
  ),
  /** Names of reasons by id. */
  reasons: Type.Record(Type.String(), Type.String()),
  /** Requested machines by id, with the units above them, nearest first. */
  equipment: Type.Record(
    Type.String(),
    Type.Object({ name: Type.String(), org_units: Type.Array(Type.Object({ id: Id, name: Type.String() })) }),
  ),
  /** Hint for a machine without tracking of excessive downtime: it is off, and where to switch it on. */
  message: Type.Optional(Type.String()),
})

const summary = 'that touch the period, in time order; those ignored are shown to superusers only'

export const xsfdtOfEquipment = endpoint({
  method: 'GET',
  path: '/v0/e/:id/reports/xsfdt',
  operation: 'equipment.xsfdt.read',
  policy: { least: 'user', scope: 'company', rate: 'heavy', kiosk: ofMachine },
  summary: `Excessive stops of a machine ${summary}`,
  tags: ['reports'],
  shapes: { params: IdParams, query: Since, answer: xsfdtAnswer },
})

export const xsfdtOfOrgUnit = endpoint({
  method: 'GET',
  path: '/v0/o/:id/reports/xsfdt',
  operation: 'org_unit.xsfdt.read',
  policy: { least: 'user', scope: 'company', rate: 'heavy' },
  summary: `Excessive stops of all machines under a unit ${summary}`,
  tags: ['reports'],
  shapes: { params: IdParams, query: Since, answer: xsfdtAnswer },
})
