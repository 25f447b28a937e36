import { Type } from 'typebox'
import { reportOfEquipment, reportOfOrgUnit } from '../report.ts'
import { Id, Instant, manyRows, meaning, NumberOrNull, PeriodQuery, Seconds, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'
import { PartOfStop } from '../shapes/part.ts'
import { ShiftNumber, ShiftTuple } from '../shapes/schedule.ts'
import { Run } from './runs.ts'

/** Names of the columns of the report of excessive downtime, in the order of each row (`DowntimeRow`). */
export const downtimeFields = [
  'id',
  'equipment_id',
  'equip_name',
  'status_id',
  'started_at',
  'ended_at',
  'active',
  'duration_s',
  'xsf_dt_duration_s',
  'status_reason_id',
  'status_reason',
  'notes',
  'tags',
  'parts',
  'xsf_report_ignored',
  'threshold_s',
] as const

const TextOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })

/**
 * Schema of one stop in the report of excessive downtime, as a tuple in the order of `downtimeFields`. `started_at` and
 * `ended_at` are epoch seconds; while the stop lasts, `active` is true and `ended_at` null.
 */
export const DowntimeRow = Type.Tuple([
  Id,
  Id,
  Type.String(),
  Type.Integer(),
  Type.Number(),
  NumberOrNull,
  Type.Boolean(),
  Type.Number(),
  Type.Number(),
  NumberOrNull,
  TextOrNull,
  TextOrNull,
  Type.Array(Id),
  Type.Array(PartOfStop),
  Type.Boolean(),
  Type.Number(),
])

/** Schema of a period as a query; if `endDate` is absent the period ends now. */
const Since = Type.Object({ startDate: Instant, endDate: Type.Optional(Instant) }, { additionalProperties: false })

const downtimeAnswer = Type.Object({
  status: Success,
  fields: meaning('Names of the columns of each row, in its order.', Type.Array(Type.String())),
  data: meaning(
    'A row for each stop. `started_at`, `ended_at`: epoch s, null while it goes on; `duration_s`: its length; `xsf_dt_duration_s`: the scheduled part of it; `threshold_s`: scheduled time from which a stop that began then is excessive.',
    manyRows(DowntimeRow),
  ),
  /** Names of the stop reasons, by id. */
  reasons: Type.Record(Type.String(), Type.String()),
  /** Machines that the report is about, by id, each with the units above it, the nearest first. */
  equipment: Type.Record(
    Type.String(),
    Type.Object({ name: Type.String(), org_units: Type.Array(Type.Object({ id: Id, name: Type.String() })) }),
  ),
  /**
   * Text for a machine whose tracking of excessive downtime is off, with the place to switch it on; absent for other machines.
   */
  message: Type.Optional(Type.String()),
})

const summary = 'that touch the period, in time order; those ignored are shown to superusers only'

export const downtimeOfEquipment = reportOfEquipment({
  name: 'xsfdt',
  summary: `Excessive stops of a machine ${summary}`,
  query: Since,
  answer: downtimeAnswer,
  onDisplay: true,
})

export const downtimeOfOrgUnit = reportOfOrgUnit({
  name: 'xsfdt',
  summary: `Excessive stops of all machines under a unit ${summary}`,
  query: Since,
  answer: downtimeAnswer,
})

/** Schema of a run in the report of runs: the fields of `Run`, with name of the machine, numbers of parts and duration. */
export const ReportedRun = Type.Intersect([
  Run,
  Type.Object({
    equipment_name: Type.String(),
    parts_desired: meaning(
      'cycles_total x parts_per_cycle; null: no total, shown as infinite.',
      Nullable(Type.Number()),
    ),
    parts_actual: meaning('cycles_current x parts_per_cycle, scrap included.', Type.Number()),
    duration_s: meaning('From its start to its end; of an active one up to now.', Seconds),
  }),
])

const runsAnswer = Type.Object({ status: Success, runs: Type.Array(ReportedRun) })

export const runsOfEquipment = reportOfEquipment({
  name: 'runs',
  summary: 'The runs of a machine that touch the period, latest first',
  query: PeriodQuery,
  answer: runsAnswer,
  onDisplay: true,
})

export const runsOfOrgUnit = reportOfOrgUnit({
  name: 'runs',
  summary: 'The runs of all machines under a unit that touch the period, latest first',
  query: PeriodQuery,
  answer: runsAnswer,
})

const history = Type.Object({ status: Success, shifts: manyRows(ShiftTuple) })

export const shiftsOfEquipment = reportOfEquipment({
  name: 'shifts',
  summary: 'The shift history of a machine that touches the period, in time order; it may lie ahead',
  query: PeriodQuery,
  answer: history,
  onDisplay: true,
})

export const shiftsOfOrgUnit = reportOfOrgUnit({
  name: 'shifts',
  summary: 'The shift history of all machines under a unit, machine by machine',
  query: PeriodQuery,
  answer: history,
})

/**
 * Schema of the lost time of one machine in one occurrence of shift 1 to 3 that has begun, cut to the time in which the machine
 * was active and had data.
 */
const LostRow = Type.Object({
  equipName: Type.String(),
  equipId: Id,
  start: meaning('First start of the shift, breaks lie inside it.', Instant),
  end: meaning('Its last end.', Instant),
  shift: ShiftNumber,
  date: meaning('The local day it belongs to: 2026-03-08.', Type.String({ format: 'date' })),
  full: meaning('It is over, and the machine never ran in it.', Type.Boolean()),
  lateStart: meaning('Seconds from its start to the first running; all of it (so far) when there was none.', Seconds),
  earlyShutdown: meaning('Seconds from the last running to its end, once it is over.', Seconds),
  excessiveDowntimeStart: Type.Boolean(),
  excessiveDowntimeShutdown: Type.Boolean(),
  ran_from: meaning('First running in it; null: none.', Nullable(Instant)),
  ran_to: meaning('Last running in it; null: none.', Nullable(Instant)),
})

export const lostTimeOfOrgUnit = reportOfOrgUnit({
  name: 'lost_time',
  path: 'reports/lost',
  summary: 'Lost time of the shifts of machines under a unit that touch the period',
  query: PeriodQuery,
  answer: Type.Object({
    status: Success,
    report: manyRows(LostRow),
    /**
     * Active machines whose schedule in force now has none of the shifts 1 to 3; they have rows in `report` only for shifts of
     * their past shift history.
     */
    exceptions: Type.Array(Type.Object({ equipId: Id, equipName: Type.String() })),
    as_of: Instant,
  }),
})
