import { Type } from 'typebox'
import { reportOfOrgUnit } from '../report.ts'
import { Id, Instant, manyRows, meaning, NumberOrNull, PeriodQuery, Seconds, Success } from '../shapes/common.ts'
import { CurrentStatus, Nullable } from '../shapes/equipment.ts'
import { Interval, periodChoices } from '../shapes/question.ts'

/** Fields with the sums of a unit or a machine over the period. */
const sums = {
  util_pct: NumberOrNull,
  run_secs: meaning('Effective run.', Seconds),
  scheduled_s: Seconds,
  offline_scheduled_s: meaning('Scheduled time without data.', Seconds),
}

const UnitRow = Type.Object({
  id: Id,
  name: Type.String(),
  parent_id: meaning('Null: the requested unit.', Nullable(Id)),
  ...sums,
})

const MachineRow = Type.Object({
  id: Id,
  name: Type.String(),
  parent_org_unit_id: Id,
  active: meaning('False: archived.', Type.Boolean()),
  current_status: CurrentStatus,
  util_excluded: Type.Boolean(),
  ...sums,
  by_bucket: meaning(
    'Utilization in each bucket, percent with two decimals; null: nothing scheduled, or no data in all scheduled time.',
    Type.Array(NumberOrNull),
  ),
  buckets_without_data: meaning(
    'Places in `by_bucket` of the buckets whose scheduled time is all without data; in those of the other nulls nothing was scheduled.',
    Type.Array(Type.Integer()),
  ),
  latest_cycle_at: Nullable(Instant),
  last_contact_at: meaning('Last message of its primary device.', Nullable(Instant)),
  no_recent_cycle: meaning(
    'The last cycle was 48 h ago or earlier, or there was none although cycles decide the status.',
    Type.Boolean(),
  ),
  excessive: meaning(
    'Excessive stops that touch the period, counted whole and without those ignored, by reason, the longest first.',
    Type.Array(
      Type.Object({
        status_reason_id: meaning('Null: no reason was given.', Nullable(Id)),
        stops: Type.Integer(),
        scheduled_s: meaning('Their scheduled time, all shifts.', Seconds),
      }),
    ),
  ),
})

export const summaryOfOrgUnit = reportOfOrgUnit({
  name: 'summary',
  summary: 'Figures and excessive stops of a unit, each unit below it and each machine, in one answer',
  query: Type.Object({ ...PeriodQuery.properties, ...periodChoices }, { additionalProperties: false }),
  answer: Type.Object({
    status: Success,
    units: meaning('The requested unit first, then those below it, each before its children.', Type.Array(UnitRow)),
    equipment: meaning(
      'Machines that are in these units now; archived ones only if they were scheduled or had excessive stops in the period.',
      manyRows(MachineRow),
    ),
    /** Names of the stop reasons that occur in the answer, by id. */
    reasons: Type.Record(Type.String(), Type.String()),
    buckets: Type.Object({
      interval: Interval,
      tz: Type.String(),
      time: meaning('Start of each bucket, epoch s.', Type.Array(Type.Number())),
    }),
    period: Type.Object({ startDate: Instant, endDate: Instant }),
    as_of: Instant,
  }),
})
