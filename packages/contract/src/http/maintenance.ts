import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { AlarmHistory, AlarmTypeId } from '../shapes/alarm.ts'
import { Id, IdList, IdParams, Instant, meaning, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'

const closed = { additionalProperties: false } as const
const read = { least: 'user', scope: 'company', rate: 'read' } as const

/**
 * Query parameters that choose machines: those listed in `equipIds`, also archived ones; without it those under the unit
 * `orgUnitId`. Without both: all machines of the company that are not archived.
 */
const machines = {
  equipIds: Type.Optional(meaning('Ids of 1 to 1,000 machines, with commas.', IdList)),
  orgUnitId: Type.Optional(meaning('All machines that stand under this unit now, archived ones left out.', Id)),
}

/** Schema of one preventative maintenance of a machine: its progress towards `limit`, and the instant at which it is due. */
export const Maintenance = Type.Object({
  id: meaning('Id of the alarm.', Id),
  equipment_id: Id,
  equipment: meaning('Name of the machine.', Type.String()),
  active: meaning('False: the machine is archived, and its counters stand still.', Type.Boolean()),
  alarm_type_id: AlarmTypeId,
  kind: Type.Enum(['cycles', 'runtime', 'calendar']),
  name: meaning('First line of its notes; without notes its settings in words.', Type.String()),
  settings: meaning('Its arguments in words: every 500 hours of running.', Type.String()),
  amount: meaning('Amount since the last completion, in `unit`.', Type.Number()),
  limit: meaning('Amount at which it is due, in `unit`.', Type.Number()),
  unit: Type.Enum(['cycles', 'hours', 'days', 'weeks', 'months']),
  counts_from: meaning('Last completion, or its creation.', Instant),
  tripped_at: meaning('Instant at which it became due; null: it is not due yet.', Nullable(Instant)),
  group: meaning(
    '`soon`: due within 7 days, by the calendar or projected.',
    Type.Enum(['overdue', 'soon', 'upcoming']),
  ),
  due_at: meaning('Instant at which it will be due; null: tripped, or nobody can say (`undated`).', Nullable(Instant)),
  due_earliest: meaning('Begin of the range of a projection, which holds in two of three cases.', Nullable(Instant)),
  due_latest: Nullable(Instant),
  rate: meaning(
    'Amount per whole day of the past four weeks, with the standard deviation of a day; null: by the calendar, or no projection.',
    Nullable(Type.Object({ days: Type.Integer(), per_day: Type.Number(), deviation: Type.Number() })),
  ),
  undated: meaning(
    'Reason why it has no date: `little_data` (under 5 days), `stands_still`, `archived`; null: it has one, or is tripped.',
    Nullable(Type.Enum(['little_data', 'stands_still', 'archived'])),
  ),
})

export const listDueMaintenance = endpoint('GET', '/v0/maintenance', 'maintenance', {
  operation: 'maintenance.list',
  policy: read,
  summary: 'Preventative maintenance of machines by nearness: overdue, due within 7 days, upcoming',
  shapes: {
    query: Type.Object(
      {
        ...machines,
        q: Type.Optional(meaning('Text in the name, the settings or the machine.', Type.String({ maxLength: 200 }))),
        limit: Type.Optional(meaning('Rows, 200 unless given.', Type.Integer({ minimum: 0, maximum: 10_000 }))),
      },
      closed,
    ),
    answer: Type.Object({
      status: Success,
      counts: meaning(
        'Of all rows that match, not only of those returned.',
        Type.Object({ overdue: Type.Integer(), soon: Type.Integer(), upcoming: Type.Integer() }),
      ),
      machines: meaning('Machines with maintenance that matches.', Type.Integer()),
      maintenance: Type.Array(Maintenance),
    }),
  },
})

export const readMaintenance = endpoint('GET', '/v0/maintenance/:id', 'maintenance', {
  operation: 'maintenance.read',
  policy: read,
  summary:
    'Returns the progress of one alarm of preventative maintenance, when it is due, and how often it was completed',
  shapes: {
    params: IdParams,
    answer: Type.Object({
      status: Success,
      maintenance: Maintenance,
      completions: Type.Object({
        count: Type.Integer(),
        first_at: Nullable(Instant),
        latest_at: Nullable(Instant),
        usual_days: meaning(
          'Mean time from one completion to the next; null: fewer than two.',
          Nullable(Type.Number()),
        ),
      }),
    }),
  },
})

export const listCompletions = endpoint('GET', '/v0/maintenance/history', 'maintenance', {
  operation: 'maintenance.history.list',
  policy: read,
  summary: 'Completed maintenance of machines, the latest first',
  shapes: {
    query: Type.Object(
      {
        ...machines,
        limit: Type.Optional(meaning('Rows, 10 unless given.', Type.Integer({ minimum: 0, maximum: 1000 }))),
        offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      },
      closed,
    ),
    answer: Type.Object({
      status: Success,
      page: Type.Array(
        Type.Object({
          equipment_id: Id,
          equipment: Type.String(),
          alarm_type_id: AlarmTypeId,
          name: Type.String(),
          completion: AlarmHistory,
        }),
      ),
      totalCount: meaning('Rows of the whole history.', Type.Integer()),
    }),
  },
})
