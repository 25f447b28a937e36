import { Type } from 'typebox'
import { reportOfEquipment, reportOfOrgUnit } from '../report.ts'
import { Id, Instant, manyRows, meaning, PeriodQuery, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'
import { PartAction } from '../shapes/part.ts'

/** Schema of one work on a critical part of a machine in the report of parts. */
const MaintenanceRow = Type.Object({
  id: Id,
  critical_part_id: Id,
  equipment_id: Id,
  action_base: PartAction,
  qty: Type.Integer(),
  created_at: meaning('Instant of the work.', Instant),
  during_stop: Type.Boolean(),
  alarm_id: meaning('Maintenance alarm that it completed; null: none, or it was deleted.', Nullable(Id)),
})

const ReportedPart = Type.Object({
  id: Id,
  number: Type.String(),
  description: Type.String(),
  url: Nullable(Type.String()),
  deleted_at: meaning('Null: it is in use.', Nullable(Instant)),
  last_maintained_at: meaning(
    'Latest maintenance ever on these machines before the end of the period; null: never.',
    Nullable(Instant),
  ),
})

const answer = Type.Object({
  status: Success,
  history: meaning('Maintenance in the period, latest first.', manyRows(MaintenanceRow)),
  parts: meaning(
    'Parts that are used on these machines now, or were maintained in the period, by number.',
    manyRows(ReportedPart),
  ),
  equipment: meaning('Names of the machines of the report, by id.', Type.Record(Type.String(), Type.String())),
  period: Type.Object({ startDate: Instant, endDate: Instant }),
  as_of: Instant,
})

export const partsOfEquipment = reportOfEquipment({
  name: 'parts',
  summary: 'Lists the work on the critical parts of a machine in the period',
  query: PeriodQuery,
  answer,
})

export const partsOfOrgUnit = reportOfOrgUnit({
  name: 'parts',
  summary: 'Lists the work on the critical parts of all machines under a unit in the period',
  query: PeriodQuery,
  answer,
})
