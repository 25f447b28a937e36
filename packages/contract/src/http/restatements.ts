import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, PeriodQuery, Seconds, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'

/** What was told of a stretch of a machine's time. */
export const ToldOfStretch = Type.Object({
  running_s: Seconds,
  down_s: Seconds,
  offline_s: Seconds,
  powered_off_s: Seconds,
  /** Stops that touch the stretch, and those of them that are excessive. */
  stops: Type.Integer(),
  excessive_stops: Type.Integer(),
  scheduled_s: Seconds,
})

export const Restatement = Type.Object({
  id: Id,
  equipment_id: Id,
  restated_at: Instant,
  /** The stretch that was told otherwise. */
  started_at: Instant,
  ended_at: Instant,
  cause: Type.Union([
    Type.Literal('late_data'),
    Type.Literal('edited_shift'),
    Type.Literal('changed_setting'),
    Type.Literal('changed_device'),
    Type.Literal('rebuild'),
  ]),
  before: ToldOfStretch,
  after: ToldOfStretch,
  /** Who changed what it rests on, where a person did. */
  user_id: Nullable(Id),
})

export const restatementsOfEquipment = endpoint({
  method: 'GET',
  path: '/v0/e/:id/restatements',
  operation: 'equipment.restatements.read',
  summary:
    'What of a machine was told differently before, of stretches that touch the period, latest first, at most 1,000',
  tags: ['reports'],
  shapes: {
    params: IdParams,
    query: PeriodQuery,
    answer: Type.Object({ status: Success, restatements: Type.Array(Restatement) }),
  },
})
