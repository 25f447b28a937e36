import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, Name, Success } from '../shapes/common.ts'
import { Equipment, Nullable } from '../shapes/equipment.ts'
import { Figures } from '../shapes/figures.ts'

const TimeZone = Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()])

/** A unit as its page shows it; `util_*` over its local today unless a period was asked for. */
export const OrgUnit = Type.Object({
  id: Id,
  name: Type.String(),
  /** Address of its page. */
  route: Type.String(),
  org_unit_type_id: Type.Integer(),
  active: Type.Boolean(),
  parent_id: Nullable(Id),
  /** Its own; null when inherited. */
  timezone: TimeZone,
  actual_timezone: Type.String(),
  /** Nearest first. */
  ancestors: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  children: Type.Array(Type.Object({ id: Id, name: Type.String(), active: Type.Boolean() })),
  /** The machines of the whole subtree. */
  equipment: Type.Array(Equipment),
  /** 0 to 1; null when nothing was scheduled. */
  current_utilization: Nullable(Type.Number()),
  util_s_actual: Type.Number(),
  util_s_expected: Type.Number(),
  figures: Figures,
  period: Type.Object({ startDate: Instant, endDate: Instant }),
  as_of: Instant,
})

export const getOrgUnit = endpoint({
  method: 'GET',
  path: '/v0/o/:id',
  operation: 'org_unit.read',
  summary: 'A unit with the machines under it',
  tags: ['tree'],
  shapes: {
    params: IdParams,
    query: Type.Object(
      { startDate: Type.Optional(Instant), endDate: Type.Optional(Instant) },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success, orgUnit: OrgUnit }),
  },
})

const OrgUnitRow = Type.Object({
  id: Id,
  name: Type.String(),
  org_unit_type_id: Type.Integer(),
  active: Type.Boolean(),
  parent_id: Nullable(Id),
  timezone: TimeZone,
  actual_timezone: Type.String(),
})

export const createOrgUnit = endpoint({
  method: 'POST',
  path: '/v0/o',
  operation: 'org_unit.create',
  summary: 'Add a unit under another',
  tags: ['tree'],
  shapes: {
    body: Type.Object({ name: Name, parent_id: Id }, { additionalProperties: false }),
    answer: Type.Object({ status: Success, orgUnit: OrgUnitRow }),
  },
})

export const updateOrgUnit = endpoint({
  method: 'PUT',
  path: '/v0/o/:id',
  operation: 'org_unit.update',
  summary: 'Rename a unit, or set its time zone (null: inherited)',
  tags: ['tree'],
  shapes: {
    params: IdParams,
    body: Type.Object(
      { name: Type.Optional(Name), timezone: Type.Optional(TimeZone) },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success, orgUnit: OrgUnitRow }),
  },
})

export const getEquipment = endpoint({
  method: 'GET',
  path: '/v0/e/:id',
  operation: 'equipment.read',
  summary: 'A machine',
  tags: ['tree'],
  shapes: { params: IdParams, answer: Type.Object({ status: Success, equip: Equipment }) },
})

const EquipmentRow = Type.Object({ id: Id, name: Type.String(), active: Type.Boolean(), parent_org_unit_id: Id })

export const createEquipment = endpoint({
  method: 'POST',
  path: '/v0/e',
  operation: 'equipment.create',
  summary: 'Add a machine under a unit',
  tags: ['tree'],
  shapes: {
    body: Type.Object({ name: Name, parent_id: Id }, { additionalProperties: false }),
    answer: Type.Object({ status: Success, equip: EquipmentRow }),
  },
})

export const updateEquipment = endpoint({
  method: 'PUT',
  path: '/v0/e/:id',
  operation: 'equipment.update',
  summary: 'Rename a machine',
  tags: ['tree'],
  shapes: {
    params: IdParams,
    body: Type.Object({ name: Type.Optional(Name) }, { additionalProperties: false }),
    answer: Type.Object({ status: Success, equip: EquipmentRow }),
  },
})
