import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, NumberOrNull, PeriodQuery, Seconds, StatusId, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'

export const StatusLog = Type.Object({
  id: Id,
  status_id: StatusId,
  started_at: Instant,
  /** null while open. */
  ended_at: Nullable(Instant),
  /** Whole length; of an open one up to now. */
  duration_s: Seconds,
  status_reason_id: Nullable(Id),
  status_reason: Nullable(Type.String()),
  notes: Nullable(Type.String()),
  xsf_report_ignored: Type.Boolean(),
})

/** What people wrote on a stop that is none any more: it stays on the span it was written on. */
export const StandingNote = Type.Object({
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
  summary: 'The status intervals of a machine that touch the period, in time order',
  tags: ['reports'],
  shapes: {
    params: IdParams,
    query: PeriodQuery,
    answer: Type.Object({ status: Success, data: Type.Array(StatusLog), annotations: Type.Array(StandingNote) }),
  },
})

/** Row of a timeline: `[status_id, started (epoch s), ended (epoch s) | null]`. */
export const TimelineRow = Type.Tuple([StatusId, Type.Number(), NumberOrNull])

export const statusOfOrgUnit = endpoint({
  method: 'GET',
  path: '/v0/o/:id/reports/status',
  operation: 'org_unit.status.read',
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
