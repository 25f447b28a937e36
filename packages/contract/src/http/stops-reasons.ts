import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, Name, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'

/** Schema of a reason in the company's list, which people can choose for a stop. */
export const Reason = Type.Object({
  id: Id,
  name: Type.String(),
  company_id: Id,
  active: Type.Boolean(),
  favorite: Type.Boolean(),
  /** True: a stop with this reason is a failure, which MTBF and MTTR count, unless the stop is ignored. */
  failure: Type.Boolean(),
  /** Instant of deactivation; null: the reason is active. */
  deactivated_at: Nullable(Instant),
  /** Name of the group under which reports sum the reason up; null: it is in no group. */
  group_name: Nullable(Type.String()),
  /** Units whose machines (at any depth) offer this reason; empty: all machines. */
  org_unit_ids: Type.Array(Id),
})

const Ids = Type.Array(Id, { maxItems: 1000 })

export const listReasons = endpoint('GET', '/v0/reasons', 'stops', {
  operation: 'reason.list',
  policy: {
    least: 'user',
    scope: 'company',
    rate: 'read',
    kiosk: { about: [{ at: 'query.equipId', kind: 'equipment' }], needs: 'reasons' },
  },
  summary: 'All downtime reasons; with equipId the active ones offered on that machine',
  shapes: {
    query: Type.Object({ equipId: Type.Optional(Id) }, { additionalProperties: false }),
    answer: Type.Object({ status: Success, reasons: Type.Array(Reason) }),
  },
})

export const createReason = endpoint('POST', '/v0/reasons', 'stops', {
  operation: 'reason.create',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Add a downtime reason, in a group if one is named; `failure`: it marks a stop as a failure',
  shapes: {
    body: Type.Object(
      {
        reason: Name,
        orgUnitIds: Type.Optional(Ids),
        groupName: Type.Optional(Nullable(Name)),
        failure: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success, reason: Reason }),
  },
})

export const updateReason = endpoint('PUT', '/v0/reasons/:id', 'stops', {
  operation: 'reason.update',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary:
    'Rename, deactivate, re-activate or favour a downtime reason, mark it as a failure, put it into a group, or say where it is offered',
  shapes: {
    params: IdParams,
    body: Type.Object(
      {
        active: Type.Optional(Type.Boolean()),
        favorite: Type.Optional(Type.Boolean()),
        failure: Type.Optional(Type.Boolean()),
        org_unit_ids: Type.Optional(Ids),
        name: Type.Optional(Name),
        group_name: Type.Optional(Nullable(Name)),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success, reason: Reason }),
  },
})
