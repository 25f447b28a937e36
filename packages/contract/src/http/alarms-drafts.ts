import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { AlarmArgs, AlarmTypeId, ReassertM, TripValue } from '../shapes/alarm.ts'
import { Id, Instant, meaning, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'

const closed = { additionalProperties: false } as const

const draft = { alarm_type_id: AlarmTypeId, equipment_id: Id, args: AlarmArgs }
const onlyAnswers = {
  least: 'user',
  scope: 'company',
  listable: false,
  unaudited: 'It changes nothing: its arguments are too long for an address',
} as const

export const previewAlarm = endpoint('POST', '/v0/alarm_drafts/preview', 'alarms', {
  operation: 'alarm.preview',
  policy: { ...onlyAnswers, rate: 'read' },
  summary: 'The notice that an alarm with these arguments would send if it tripped now',
  shapes: {
    body: Type.Object({ ...draft, reassert_m: Type.Optional(ReassertM) }, closed),
    answer: Type.Object({
      status: Success,
      settings: meaning('The arguments as a sentence.', Type.String()),
      title: meaning('Subject of the mail, and first line of the text message.', Type.String()),
      lines: meaning('The lines below the title.', Type.Array(Type.String())),
    }),
  },
})

export const backtestAlarm = endpoint('POST', '/v0/alarm_drafts/backtest', 'alarms', {
  operation: 'alarm.backtest',
  policy: { ...onlyAnswers, rate: 'heavy' },
  summary: 'Trips that an alarm with these arguments would have had in the past 90 days, by the stored data',
  shapes: {
    body: Type.Object(draft, closed),
    answer: Type.Object({
      status: Success,
      startDate: meaning(
        '90 days ago, or later: the first data of the machine, or the first of its latest 300,000 events.',
        Instant,
      ),
      endDate: Instant,
      count: Type.Integer(),
      trips: meaning(
        'The latest 1,000 of them, newest first.',
        Type.Array(Type.Object({ tripped_at: Instant, cleared_at: Nullable(Instant), value: TripValue })),
      ),
    }),
  },
})

const LimitReading = Type.Object({
  at: Instant,
  amount: meaning(
    'What the limit is compared with: cycles in the last hour (1), force (3), ms without contact (4), the value (8), utilization in percent (9 and 10).',
    Type.Number(),
  ),
})

export const readAlarmLimit = endpoint('POST', '/v0/alarm_drafts/limit', 'alarms', {
  operation: 'alarm.limit.read',
  policy: { ...onlyAnswers, rate: 'read' },
  summary: 'Amounts that the limit of an alarm is compared with: the latest, and the extreme of the past week',
  shapes: {
    body: Type.Object(
      { ...draft, args: meaning('Arguments as of an alarm; the limit is not needed.', AlarmArgs) },
      closed,
    ),
    answer: Type.Object({
      status: Success,
      startDate: meaning('A week ago, or later: the first of the latest 60,000 events of the machine.', Instant),
      endDate: Instant,
      latest: meaning('At `endDate`, or the last one before; null: there is none.', Nullable(LimitReading)),
      extreme: meaning('Furthest to the side on which the alarm trips; null: there is none.', Nullable(LimitReading)),
    }),
  },
})
