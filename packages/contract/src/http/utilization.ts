import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdList, IdParams, Instant, Seconds, StatusId, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'
import { BucketFigures, BucketTimes, Figures } from '../shapes/figures.ts'
import { Interval, periodChoices, seriesChoices } from '../shapes/question.ts'

const FiguresQuery = Type.Object(
  {
    ids: IdList,
    startDate: Instant,
    endDate: Instant,
    ...periodChoices,
    ...seriesChoices,
    /** Asks for buckets besides; none unless given. */
    interval: Type.Optional(Interval),
  },
  { additionalProperties: false },
)

const FiguresInBuckets = Type.Object({
  ...Figures.properties,
  /** With an `interval`: the same by buckets of the period. */
  buckets: Type.Optional(Type.Object({ ...BucketTimes.properties, ...BucketFigures.properties })),
})

export const utilizationOfEquipment = endpoint({
  method: 'GET',
  path: '/v0/util/e',
  operation: 'equipment.utilization',
  summary: 'Figures of machines over a period',
  tags: ['figures'],
  shapes: {
    query: FiguresQuery,
    answer: Type.Object({ status: Success, equipment: Type.Array(FiguresInBuckets), as_of: Instant }),
  },
})

export const utilizationOfOrgUnits = endpoint({
  method: 'GET',
  path: '/v0/util/o',
  operation: 'org_unit.utilization',
  summary: 'Figures of units, each over its whole subtree',
  tags: ['figures'],
  shapes: {
    query: FiguresQuery,
    answer: Type.Object({ status: Success, orgUnits: Type.Array(FiguresInBuckets), as_of: Instant }),
  },
})

export const utilizationSeries = endpoint({
  method: 'GET',
  path: '/v0/util/equips',
  operation: 'equipment.utilization.series',
  summary: 'Figures of machines by buckets of a period: of each, and of all together',
  tags: ['figures'],
  shapes: {
    query: FiguresQuery,
    answer: Type.Object({
      status: Success,
      times: BucketTimes,
      equipment: Type.Array(Type.Object({ id: Id, ...BucketFigures.properties })),
      /** The sums of the machines while they were active and not excluded; percentages from the sums. */
      total: BucketFigures,
      as_of: Instant,
    }),
  },
})

/** A stretch of one status, clipped to nothing: whole, however little of it lies in the period. */
export const UtilDetail = Type.Object({
  id: Id,
  status_id: StatusId,
  started_at: Instant,
  /** null while open. */
  ended_at: Nullable(Instant),
  /** Whole length; of an open one up to `as_of`. */
  duration_s: Seconds,
  status_reason_id: Nullable(Id),
  status_reason: Nullable(Type.String()),
  notes: Nullable(Type.String()),
})

export const utilizationDetail = endpoint({
  method: 'GET',
  path: '/v0/util/equipment/:id/detail',
  operation: 'equipment.utilization.detail',
  summary: 'The stretches of status of a machine that touch a period, with what people wrote on them',
  tags: ['figures'],
  shapes: {
    params: IdParams,
    query: Type.Object({ startDate: Instant, endDate: Instant }, { additionalProperties: false }),
    answer: Type.Object({ status: Success, data: Type.Array(UtilDetail), as_of: Instant }),
  },
})
