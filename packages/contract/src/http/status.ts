import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { ofMachine, ofUnit } from '../kiosk-rules.ts'
import {
  Id,
  IdParams,
  Instant,
  meaning,
  NumberOrNull,
  PeriodQuery,
  Seconds,
  StatusId,
  Success,
} from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'
import { ShiftNumber } from '../shapes/schedule.ts'

export const StatusLog = Type.Object({
  id: Id,
  status_id: StatusId,
  started_at: Instant,
  /** End of the interval; null while it is open. */
  ended_at: Nullable(Instant),
  /** Whole length; for an open one up to now. */
  duration_s: Seconds,
  status_reason_id: Nullable(Id),
  status_reason: Nullable(Type.String()),
  notes: Nullable(Type.String()),
  xsf_report_ignored: Type.Boolean(),
})

/** One status interval with its whole length, its scheduled time, tags and annotation. */
export const StatusInterval = Type.Object({
  ...StatusLog.properties,
  equipment_id: Id,
  scheduled_s: meaning('How much of it was scheduled, of all shifts; of an open one up to now.', Seconds),
  scheduled_by_shift: meaning(
    'The same by shift, those with any; 0: scheduled, of no shift.',
    Type.Array(Type.Object({ shift: ShiftNumber, scheduled_s: Seconds })),
  ),
  excessive: meaning(
    'A stop with at least the threshold in force at its start of scheduled time in it.',
    Type.Boolean(),
  ),
  tags: meaning('Those of the runs it touches.', Type.Array(Type.Object({ id: Id, name: Type.String() }))),
})

export const readInterval = endpoint({
  method: 'GET',
  path: '/v0/status/:id',
  operation: 'status.read',
  policy: { least: 'user', scope: 'company', rate: 'read', kiosk: { about: [{ at: 'params.id', is: 'stop' }] } },
  summary: 'One status interval; its id no longer exists once its time was recalculated',
  tags: ['stops'],
  shapes: { params: IdParams, answer: Type.Object({ status: Success, stretch: StatusInterval, as_of: Instant }) },
})

/** Annotation that is on no stop, because late data changed the stops; it has the range for which it was written. */
export const UnplacedNote = Type.Object({
  id: Id,
  started_at: Instant,
  ended_at: Instant,
  status_reason_id: Nullable(Id),
  status_reason: Nullable(Type.String()),
  notes: Nullable(Type.String()),
  xsf_report_ignored: Type.Boolean(),
})

export const statusOfEquipment = endpoint({
  method: 'GET',
  path: '/v0/e/:id/reports/status',
  operation: 'equipment.status.read',
  policy: { least: 'user', scope: 'company', rate: 'read', kiosk: ofMachine },
  summary: 'The status intervals of a machine that touch the period, in time order',
  tags: ['reports'],
  shapes: {
    params: IdParams,
    query: PeriodQuery,
    answer: Type.Object({ status: Success, data: Type.Array(StatusLog), annotations: Type.Array(UnplacedNote) }),
  },
})

/** One interval of a timeline: `[status_id, start, end]` in epoch seconds; the end is null while it lasts. */
export const TimelineRow = Type.Tuple([StatusId, Type.Number(), NumberOrNull])

export const statusOfOrgUnit = endpoint({
  method: 'GET',
  path: '/v0/o/:id/reports/status',
  operation: 'org_unit.status.read',
  policy: { least: 'user', scope: 'company', rate: 'heavy', kiosk: ofUnit },
  summary: 'The timelines of all machines under a unit, in one answer',
  tags: ['reports'],
  shapes: {
    params: IdParams,
    query: PeriodQuery,
    answer: Type.Object({
      status: Success,
      equipment: Type.Array(Type.Object({ id: Id, data: Type.Array(TimelineRow) })),
    }),
  },
})
