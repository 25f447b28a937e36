import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { ofMachine, ofUnit } from '../kiosk-rules.ts'
import { Id, IdParams, Instant, Success, TypedName } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'
import { settingsInRequest } from '../shapes/machine-settings.ts'
import { Equipment, OrgUnit } from '../shapes/pages.ts'
import { periodChoices } from '../shapes/question.ts'
import { EquipmentRow, OrgUnitRow } from '../shapes/tree.ts'

const closed = { additionalProperties: false } as const

const TimeZone = Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()])

/** Schema of the query with the period of the figures: both ends, or neither for today up to now. */
const PageQuery = Type.Object(
  { startDate: Type.Optional(Instant), endDate: Type.Optional(Instant), ...periodChoices },
  closed,
)

export const getOrgUnit = endpoint('GET', '/v0/o/:id', 'tree', {
  operation: 'org_unit.read',
  policy: { least: 'user', scope: 'company', rate: 'read', kiosk: ofUnit, fields: ['money'] },
  summary: 'A unit with the machines under it',
  shapes: {
    params: IdParams,
    query: PageQuery,
    answer: Type.Object({ status: Success, orgUnit: OrgUnit }),
  },
})

export const createOrgUnit = endpoint('POST', '/v0/o', 'tree', {
  operation: 'org_unit.create',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Add a unit under another',
  shapes: {
    body: Type.Object({ name: TypedName, parent_id: Id }, closed),
    answer: Type.Object({ status: Success, orgUnit: OrgUnitRow }),
  },
})

/** Schema of a target of utilization: 1 to 100 percent; null: inherited from the unit above. */
const TargetPct = Type.Unsafe<number | null>({ type: ['number', 'null'], minimum: 1, maximum: 100 })

export const updateOrgUnit = endpoint('PUT', '/v0/o/:id', 'tree', {
  operation: 'org_unit.update',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Rename a unit, or set its time zone or its target of utilization (null: inherited)',
  shapes: {
    params: IdParams,
    body: Type.Object(
      {
        name: Type.Optional(TypedName),
        timezone: Type.Optional(TimeZone),
        target_pct: Type.Optional(TargetPct),
      },
      closed,
    ),
    answer: Type.Object({ status: Success, orgUnit: OrgUnitRow }),
  },
})

export const removeOrgUnit = endpoint('DELETE', '/v0/o/:id', 'tree', {
  operation: 'org_unit.remove',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Remove a unit; what stands at it moves to the unit above, which is the answer',
  shapes: { params: IdParams, answer: Type.Object({ status: Success, orgUnit: OrgUnitRow }) },
})

export const getEquipment = endpoint('GET', '/v0/e/:id', 'tree', {
  operation: 'equipment.read',
  policy: { least: 'user', scope: 'company', rate: 'read', kiosk: ofMachine, fields: ['money'] },
  summary: 'A machine',
  shapes: { params: IdParams, query: PageQuery, answer: Type.Object({ status: Success, equip: Equipment }) },
})

export const createEquipment = endpoint('POST', '/v0/e', 'tree', {
  operation: 'equipment.create',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true, fields: ['money'] },
  summary: 'Add a machine under a unit',
  shapes: {
    body: Type.Object({ name: TypedName, parent_id: Id }, closed),
    answer: Type.Object({ status: Success, equip: EquipmentRow }),
  },
})

/**
 * Changes a machine; absent fields stay. Changed settings hold from `from` on (absent: now), which is not in the future and not
 * before the instant up to which old events were removed; a new parent gives its time zone and schedule only from now on. Names
 * and lists change at once, without history. `model_number` selects the model with that number of the manufacturer, or creates
 * it.
 */
export const updateEquipment = endpoint('PUT', '/v0/e/:id', 'tree', {
  operation: 'equipment.update',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true, fields: ['money'] },
  summary: 'Change a machine: its name, place, lists and settings, from now or from a date on',
  shapes: {
    params: IdParams,
    body: Type.Object(
      {
        name: Type.Optional(TypedName),
        parent_org_unit_id: Type.Optional(Id),
        category_id: Type.Optional(Nullable(Id)),
        manufacturer_id: Type.Optional(Nullable(Id)),
        model_id: Type.Optional(Nullable(Id)),
        model_number: Type.Optional(Nullable(TypedName)),
        ...settingsInRequest,
        from: Type.Optional(Instant),
      },
      closed,
    ),
    answer: Type.Object({ status: Success, equip: EquipmentRow }),
  },
})

export const removeEquipment = endpoint('DELETE', '/v0/e/:id', 'tree', {
  operation: 'equipment.remove',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary:
    'Remove a machine: its devices are deactivated and stand on none; what it did stays in the sums of its units',
  shapes: { params: IdParams, answer: Type.Object({ status: Success }) },
})

export const archiveEquipment = endpoint('PUT', '/v0/e/:id/archive', 'tree', {
  operation: 'equipment.archive',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true, fields: ['money'] },
  summary:
    'Archive a machine, which deactivates its devices, or restore it, which leaves them to be reactivated by hand',
  shapes: {
    params: IdParams,
    body: Type.Object({ archived: Type.Boolean() }, closed),
    answer: Type.Object({ status: Success, equip: EquipmentRow }),
  },
})

export const listTimeZones = endpoint('GET', '/v0/timezones', 'tree', {
  operation: 'time_zone.read',
  policy: { least: 'user', scope: 'company', rate: 'read' },
  summary: 'The time zones offered in a list; any other IANA name is accepted too',
  shapes: { answer: Type.Object({ status: Success, timezones: Type.Array(Type.String()) }) },
})
