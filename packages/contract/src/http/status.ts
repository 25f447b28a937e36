import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, meaning, Seconds, Success } from '../shapes/common.ts'
import { PartOfStop } from '../shapes/part.ts'
import { ShiftNumber } from '../shapes/schedule.ts'
import { UtilDetail } from './utilization.ts'

export const StatusLog = Type.Object({ ...UtilDetail.properties, xsf_report_ignored: Type.Boolean() })

/** Schema of one status interval with its whole length, its scheduled time, the tags of its runs, and its reason and notes. */
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
  policy: { least: 'user', scope: 'company', rate: 'read', kiosk: { about: [{ at: 'params.id', kind: 'stop' }] } },
  summary: 'One status interval; its id no longer exists once its time was recalculated',
  shapes: { params: IdParams, answer: Type.Object({ status: Success, stretch: StatusInterval, as_of: Instant }) },
})
