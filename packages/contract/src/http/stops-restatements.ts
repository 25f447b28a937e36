import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, meaning, PeriodQuery, Seconds, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'

/** Figures of a range of a machine's past, as they were before or are after a restatement. */
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

export const restatementsOfEquipment = endpoint({
  method: 'GET',
  path: '/v0/e/:id/restatements',
  operation: 'equipment.restatements.read',
  policy: { least: 'user', scope: 'company', rate: 'heavy' },
  summary: 'Recalculated ranges of a machine that touch the period, latest first, at most 1,000',
  tags: ['reports'],
  shapes: {
    params: IdParams,
    query: PeriodQuery,
    answer: Type.Object({ status: Success, restatements: Type.Array(Restatement) }),
  },
})
