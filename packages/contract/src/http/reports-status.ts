import { Type } from 'typebox'
import { reportOfEquipment, reportOfOrgUnit } from '../report.ts'
import {
  Id,
  Instant,
  manyRows,
  meaning,
  NumberOrNull,
  PeriodQuery,
  Seconds,
  StatusId,
  Success,
} from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'
import { PartAction, PartQty } from '../shapes/part.ts'
import { StatusLog } from './status.ts'

/**
 * Schema of a reason and notes that are on no stop any more, because late data changed the stops. `started_at` and `ended_at` are
 * the range of the stop for which they were entered.
 */
export const UnplacedNote = Type.Object({
  id: Id,
  started_at: Instant,
  ended_at: Instant,
  status_reason_id: Nullable(Id),
  status_reason: Nullable(Type.String()),
  notes: Nullable(Type.String()),
  xsf_report_ignored: Type.Boolean(),
})

/** Schema of work on a part during a stop that no longer exists. `started_at` and `ended_at` are the range of that stop. */
export const UnplacedPart = Type.Object({
  id: meaning('Id of the row of part history.', Id),
  critical_part_id: Id,
  number: meaning('Number of the part.', Type.String()),
  action_base: PartAction,
  qty: PartQty,
  started_at: Instant,
  ended_at: Instant,
})

export const statusOfEquipment = reportOfEquipment({
  name: 'status',
  summary: 'The status intervals of a machine that touch the period, in time order',
  query: PeriodQuery,
  answer: Type.Object({
    status: Success,
    data: manyRows(StatusLog),
    annotations: Type.Array(UnplacedNote),
    parts: meaning('Work on parts during stops that are no longer there.', Type.Array(UnplacedPart)),
  }),
  onDisplay: true,
})

/**
 * Schema of one interval of a timeline: `[status_id, start, end]`, in epoch seconds; the end is null while the interval lasts.
 */
export const TimelineRow = Type.Tuple([StatusId, Type.Number(), NumberOrNull])

export const statusOfOrgUnit = reportOfOrgUnit({
  name: 'status',
  summary: 'The timelines of all machines under a unit, in one answer',
  query: PeriodQuery,
  answer: Type.Object({
    status: Success,
    equipment: Type.Array(Type.Object({ id: Id, data: manyRows(TimelineRow) })),
  }),
  onDisplay: true,
})

/** Schema of the figures of one range of a machine's past, either before or after the range was recalculated. */
export const RangeFigures = Type.Object({
  running_s: Seconds,
  down_s: Seconds,
  offline_s: Seconds,
  powered_off_s: Seconds,
  stops: meaning('Stops that touch the range.', Type.Integer()),
  excessive_stops: meaning('Those of them that are excessive.', Type.Integer()),
  scheduled_s: Seconds,
})

export const Restatement = Type.Object({
  id: Id,
  equipment_id: Id,
  restated_at: meaning('Instant of the recalculation.', Instant),
  started_at: meaning('Beginning of the range that was recalculated.', Instant),
  ended_at: meaning('End of that range.', Instant),
  cause: Type.Union([
    Type.Literal('late_data'),
    Type.Literal('edited_shift'),
    Type.Literal('changed_setting'),
    Type.Literal('changed_device'),
    Type.Literal('rebuild'),
  ]),
  before: meaning('Figures of the range before.', RangeFigures),
  after: meaning('Figures of the range after.', RangeFigures),
  user_id: meaning('Who changed what it rests on, where a person did.', Nullable(Id)),
})

export const restatementsOfEquipment = reportOfEquipment({
  name: 'restatements',
  path: 'restatements',
  summary: 'Recalculated ranges of a machine that touch the period, latest first, at most 1,000',
  query: PeriodQuery,
  answer: Type.Object({ status: Success, restatements: Type.Array(Restatement) }),
})
