import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, meaning, Seconds, StatusId, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'
import { PartOfStop } from '../shapes/part.ts'
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
  parts: meaning('Work on critical parts during a stop, oldest first.', Type.Array(PartOfStop)),
  tags: meaning('Those of the runs it touches.', Type.Array(Type.Object({ id: Id, name: Type.String() }))),
})

export const readInterval = endpoint('GET', '/v0/status/:id', 'stops', {
  operation: 'status.read',
  policy: { least: 'user', scope: 'company', rate: 'read', kiosk: { about: [{ at: 'params.id', is: 'stop' }] } },
  summary: 'One status interval; its id no longer exists once its time was recalculated',
  shapes: { params: IdParams, answer: Type.Object({ status: Success, stretch: StatusInterval, as_of: Instant }) },
})
