import type { KioskRule } from '@millwatch/domain/identity'
import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import {
  Alarm,
  AlarmArgs,
  AlarmHistory,
  AlarmPart,
  AlarmType,
  AlarmTypeId,
  OutputConfig,
  ReassertM,
  UserAlarm,
} from '../shapes/alarm.ts'
import { Id, IdList, IdParams, Instant, meaning, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'

const closed = { additionalProperties: false } as const

const read = { least: 'user', scope: 'company', rate: 'read', fields: ['email'] } as const
const write = { least: 'user', scope: 'company', rate: 'write', audit: true } as const
/**
 * Policy of calls that only signed-in people may make, about alarms. An alarm belongs to the person who made it: its owner and
 * superusers manage it, and admins manage maintenance (`alarm.maintenance`).
 */
const personal = { ...write, listable: false } as const
const managed = { ...personal, owner: 'own_or_superuser' } as const
/** Part of a policy: answers contain the email addresses of people, for admins only. */
const people = { fields: ['email'] } as const

const ofItsMachines: KioskRule = { about: [{ at: 'query.equipIds', kind: 'equipment' }] }

/**
 * Query parameters that choose machines: those listed in `equipIds`, also archived ones; without it those under the unit
 * `orgUnitId`. Without both: all machines of the company that are not archived.
 */
const machines = {
  equipIds: Type.Optional(meaning('Ids of 1 to 1,000 machines, with commas.', IdList)),
  orgUnitId: Type.Optional(meaning('All machines that stand under this unit now, archived ones left out.', Id)),
}

const limit = Type.Optional(
  meaning('Rows of the history, 100 unless given.', Type.Integer({ minimum: 0, maximum: 1000 })),
)
const offset = Type.Optional(
  meaning('Newer rows of the history to leave out, 0 unless given.', Type.Integer({ minimum: 0, maximum: 1_000_000 })),
)

const Alarms = Type.Object({ status: Success, alarms: Type.Array(Alarm) })
const AlarmAnswer = Type.Object({ status: Success, alarm: Alarm })

export const listAlarms = endpoint('GET', '/v0/alarms', 'alarms', {
  operation: 'alarm.list',
  policy: { ...read, kiosk: ofItsMachines },
  summary: 'Alarms of machines, each with the latest row of its history',
  shapes: {
    query: Type.Object(
      {
        pm: Type.Optional(
          meaning('true: preventative maintenance only; false: all others only; absent: both.', Type.Boolean()),
        ),
        ...machines,
      },
      closed,
    ),
    answer: Alarms,
  },
})

export const listMaintenance = endpoint('GET', '/v0/alarms/pm', 'alarms', {
  operation: 'alarm.maintenance.list',
  policy: read,
  summary: 'Preventative maintenance of machines, with its history, newest first',
  shapes: { query: Type.Object({ ...machines, limit }, closed), answer: Alarms },
})

const AlarmCount = Type.Object({
  count: Type.Integer(),
  tripped: Type.Integer(),
  tripped_since: meaning('Earliest trip that lasts; null: none.', Nullable(Instant)),
  most_urgent: meaning(
    'The first four that are tripped: those that nobody has acknowledged, then those of machines that stand, then the longest tripped.',
    Type.Array(
      Type.Object({
        alarm_id: Id,
        text: meaning('State that tripped the alarm: Offline, Temperature above 60 °C.', Type.String()),
        since: meaning('Beginning of that state, mostly before the trip.', Instant),
        tripped_at: Instant,
        acknowledged: Type.Boolean(),
        Equipment: Type.Object({ id: Id, name: Type.String() }),
      }),
    ),
  ),
})

export const alarmSummary = endpoint('GET', '/v0/alarms/summary', 'alarms', {
  operation: 'alarm.summary',
  policy: { least: 'user', scope: 'company', rate: 'read' },
  summary:
    'Counts the alarms of machines, and those that are tripped, and names the most urgent; the same for maintenance, separately',
  shapes: {
    query: Type.Object(machines, closed),
    answer: Type.Object({ status: Success, alarms: AlarmCount, maintenance: AlarmCount }),
  },
})

export const trippedMachines = endpoint('GET', '/v0/alarms/machines', 'alarms', {
  operation: 'alarm.machines',
  policy: { least: 'user', scope: 'company', rate: 'read' },
  summary: 'The machines that have tripped alarms, and how many; without maintenance and archived machines',
  shapes: {
    query: Type.Object({}, closed),
    answer: Type.Object({
      status: Success,
      machines: Type.Array(Type.Object({ id: Id, tripped: Type.Integer({ minimum: 1 }) })),
    }),
  },
})

export const readAlarm = endpoint('GET', '/v0/alarms/:id', 'alarms', {
  operation: 'alarm.read',
  policy: read,
  summary: 'An alarm with its history, newest first',
  shapes: { params: IdParams, query: Type.Object({ limit, offset }, closed), answer: AlarmAnswer },
})

export const readAlarmHistory = endpoint('GET', '/v0/alarms/:id/history', 'alarms', {
  operation: 'alarm.history.read',
  policy: { least: 'user', scope: 'company', rate: 'read' },
  summary: 'A page of the history of an alarm, newest first',
  shapes: {
    params: IdParams,
    query: Type.Object({ limit, offset }, closed),
    answer: Type.Object({
      status: Success,
      page: Type.Array(AlarmHistory),
      totalCount: meaning('Rows of the whole history.', Type.Integer()),
    }),
  },
})

/** Schema of one notice of an alarm, sent to one person over one channel or to one webhook, with its result. */
const Delivery = Type.Object({
  id: Id,
  about: meaning('`tripped`, `repeat:2`, `cleared`.', Type.String()),
  channel: Type.Union([Type.Literal('email'), Type.Literal('sms'), Type.Literal('webhook')]),
  user: meaning(
    'Recipient; null: a webhook, or somebody who has left.',
    Nullable(Type.Object({ id: Id, name: Type.String() })),
  ),
  webhook: meaning('Name of the webhook; null: a person.', Nullable(Type.String())),
  created_at: Instant,
  ended_at: Nullable(Instant),
  outcome: meaning(
    'null: it waits.',
    Nullable(Type.Union([Type.Literal('sent'), Type.Literal('given_up'), Type.Literal('dropped')])),
  ),
  reason: meaning(
    'Reason for which it was not sent, as a word: `unsubscribed`, `stopped_by_link` (the link in a mail), `left`, `no_phone`, `over`, `superseded`, `expired`, `refused` (the recipient), `refused_content` and others; null: none.',
    Nullable(Type.String()),
  ),
  attempts: Type.Integer(),
  next_attempt_at: Nullable(Instant),
  message_id: meaning('Message that contains it; several notices of a storm share one. null: none yet.', Nullable(Id)),
})

export const listAlarmNotices = endpoint('GET', '/v0/alarms/:id/notices', 'alarms', {
  operation: 'alarm.notices.read',
  policy: { least: 'user', scope: 'self', rate: 'read', owner: 'own_or_superuser', listable: false },
  summary:
    'Delivery log of an alarm for those who manage it: who got which notice, when, with which result; newest first',
  shapes: {
    params: IdParams,
    query: Type.Object({ limit, offset }, closed),
    answer: Type.Object({ status: Success, notices: Type.Array(Delivery) }),
  },
})

export const listAlarmTypes = endpoint('GET', '/v0/alarm_types', 'alarms', {
  operation: 'alarm_type.list',
  policy: { least: 'user', scope: 'company', rate: 'read' },
  summary: 'Types of alarms with their arguments',
  shapes: { answer: Type.Object({ status: Success, alarm_types: Type.Array(AlarmType) }) },
})

const Parts = Type.Array(AlarmPart, { maxItems: 100 })

export const createAlarm = endpoint('POST', '/v0/alarms', 'alarms', {
  operation: 'alarm.create',
  policy: { ...personal, ...people },
  summary: 'Create an alarm, of preventative maintenance as admin, and subscribe to it if a channel is named',
  shapes: {
    body: Type.Object(
      {
        alarm_type_id: AlarmTypeId,
        equipment_id: Id,
        args: AlarmArgs,
        device_output_config: Type.Optional(Nullable(OutputConfig)),
        subscribe_sms: Type.Optional(Type.Boolean()),
        subscribe_email: Type.Optional(Type.Boolean()),
        reassert_m: Type.Optional(ReassertM),
        notify_on_clear: Type.Optional(Type.Boolean()),
        critical_parts: Type.Optional(Parts),
      },
      closed,
    ),
    answer: Type.Object({
      status: Success,
      alarm: Alarm,
      userAlarm: meaning('Subscription of its maker; null: none was wanted.', Nullable(UserAlarm)),
    }),
  },
})

export const updateAlarm = endpoint('PUT', '/v0/alarms/:id', 'alarms', {
  operation: 'alarm.update',
  policy: { ...managed, ...people },
  summary: 'Change arguments, outputs, repeat or parts of an alarm; absent ones stay. It is evaluated again at once',
  shapes: {
    params: IdParams,
    body: Type.Object(
      {
        args: Type.Optional(AlarmArgs),
        device_output_config: Type.Optional(Nullable(OutputConfig)),
        reassert_m: Type.Optional(ReassertM),
        notify_on_clear: Type.Optional(Type.Boolean()),
        critical_parts: Type.Optional(Parts),
      },
      closed,
    ),
    answer: AlarmAnswer,
  },
})

export const deleteAlarm = endpoint('DELETE', '/v0/alarms/:id', 'alarms', {
  operation: 'alarm.delete',
  policy: managed,
  summary: 'Delete an alarm with its history and subscriptions',
  shapes: { params: IdParams, answer: Type.Object({ status: Success }) },
})

/** Fields that choose the channels of a subscription; the server demands that at least one is true. */
const channels = { subscribe_sms: Type.Optional(Type.Boolean()), subscribe_email: Type.Optional(Type.Boolean()) }

export const subscribeToAlarm = endpoint('POST', '/v0/alarms/:id/subscribe', 'alarms', {
  operation: 'alarm.subscribe',
  policy: { ...personal, ...people },
  summary: 'Subscribe to an alarm by these channels, in place of earlier ones',
  shapes: {
    params: IdParams,
    body: Type.Object(channels, closed),
    answer: Type.Object({ status: Success, userAlarm: UserAlarm }),
  },
})

export const unsubscribeFromAlarm = endpoint('PUT', '/v0/alarms/:id/unsubscribe', 'alarms', {
  operation: 'alarm.unsubscribe',
  policy: personal,
  summary: 'End the own subscription to an alarm',
  shapes: { params: IdParams, answer: Type.Object({ status: Success }) },
})

const RosterBody = Type.Object({ roster_id: Id }, closed)

export const subscribeRoster = endpoint('POST', '/v0/alarms/:id/rsubscribe', 'alarms', {
  operation: 'alarm.roster.subscribe',
  policy: { ...managed, ...people },
  summary: 'Subscribe a group to an alarm',
  shapes: { params: IdParams, body: RosterBody, answer: AlarmAnswer },
})

export const unsubscribeRoster = endpoint('PUT', '/v0/alarms/:id/runsubscribe', 'alarms', {
  operation: 'alarm.roster.unsubscribe',
  policy: { ...managed, ...people },
  summary: 'End the subscription of a group to an alarm',
  shapes: { params: IdParams, body: RosterBody, answer: AlarmAnswer },
})

const UsersBody = Type.Object(
  { user_ids: Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true }), ...channels },
  closed,
)

export const subscribeUsers = endpoint('POST', '/v0/alarms/:id/multisub', 'alarms', {
  operation: 'alarm.users.subscribe',
  policy: { ...managed, ...people },
  summary: 'Subscribe people to an alarm, or add the channels named to their subscriptions',
  shapes: { params: IdParams, body: UsersBody, answer: AlarmAnswer },
})

export const unsubscribeUsers = endpoint('PUT', '/v0/alarms/:id/multiunsub', 'alarms', {
  operation: 'alarm.users.unsubscribe',
  policy: { ...managed, ...people },
  summary: 'Take the channels named from the subscriptions of people; without any left the subscription ends',
  shapes: { params: IdParams, body: UsersBody, answer: AlarmAnswer },
})

export const acknowledgeAlarm = endpoint('PUT', '/v0/alarms/:id/ack', 'alarms', {
  operation: 'alarm.acknowledge',
  policy: { ...personal, ...people },
  summary: 'Complete maintenance, with notes, or acknowledge a tripped alarm, which ends the repeats of its notice',
  shapes: {
    params: IdParams,
    body: Type.Object(
      {
        notes: Type.Optional(Nullable(Type.String({ maxLength: 4000 }))),
        critical_parts: Type.Optional(Parts),
        counts_from: Type.Optional(
          meaning(
            '`counts_from` of the maintenance as its author saw it. If somebody has completed it since, nothing changes. Absent: a completion within a minute of the last one is taken for a repeat.',
            Instant,
          ),
        ),
      },
      closed,
    ),
    answer: Type.Object({
      status: Success,
      alarm: Alarm,
      done: meaning('False: it was completed or acknowledged already, and nothing changed.', Type.Boolean()),
    }),
  },
})

/**
 * Schema of a row of the exported history: one trip of an alarm, with the names of the machine and of the person who acknowledged
 * it.
 */
const ExportedHistory = Type.Object({
  id: Id,
  equipment: meaning('Name of the machine.', Type.String()),
  alarm_id: Id,
  alarm_type: Type.String(),
  created_at: Instant,
  cleared_at: Nullable(Instant),
  args: AlarmArgs,
  args_latest: Nullable(AlarmArgs),
  acknowledged_at: Nullable(Instant),
  acknowledged_by: meaning(
    'Name of the person, or the email address of a person without a name; null: nobody has.',
    Nullable(Type.String()),
  ),
  acknowledged_notes: Nullable(Type.String()),
})

export const reportAlarmHistory = endpoint('GET', '/v0/reports/alarms/history', 'alarms', {
  operation: 'alarm.history.export',
  policy: { least: 'user', scope: 'company', rate: 'heavy' },
  summary: 'History of alarms in a period, newest first; the latest 100,000 rows, and whether there are more',
  shapes: {
    query: Type.Object(
      {
        alarmIds: meaning('Ids of 1 to 1,000 alarms, with commas.', IdList),
        startDate: Type.Optional(meaning('Beginning of the period; absent: the first trip.', Instant)),
        endDate: Type.Optional(meaning('End of the period, itself outside it; absent: now.', Instant)),
      },
      closed,
    ),
    answer: Type.Object({
      status: Success,
      history: Type.Array(ExportedHistory),
      truncated: meaning(
        'true: there are older rows in the period. Ask again with `endDate` 1 ms after the last row; rows of that instant come twice.',
        Type.Boolean(),
      ),
    }),
  },
})

/** Schema of an alarm to which the caller is subscribed, by an own subscription, by groups, or by both. */
const OwnSubscription = Type.Object({
  alarm_id: Id,
  alarm_type: Type.String(),
  settings: Type.String(),
  pm_enabled: Type.Boolean(),
  tripped: Type.Boolean(),
  tripped_at: Nullable(Instant),
  trip_id: meaning('Row of the history that lasts; null: it is not tripped.', Nullable(Id)),
  seen: meaning('Whether the caller has been shown the trip that lasts.', Type.Boolean()),
  Equipment: Type.Object({ id: Id, name: Type.String() }),
  userAlarm: meaning('The own subscription; null: only groups subscribe the caller.', Nullable(UserAlarm)),
  Rosters: meaning('Groups that subscribe the caller.', Type.Array(Type.Object({ id: Id, name: Type.String() }))),
})

export const listOwnAlarms = endpoint('GET', '/v0/user/alarms', 'alarms', {
  operation: 'user.alarms.read',
  policy: { least: 'user', scope: 'self', rate: 'read', fields: ['email'] },
  summary: 'Alarms to which the caller is subscribed, tripped ones first',
  shapes: { answer: Type.Object({ status: Success, alarms: Type.Array(OwnSubscription) }) },
})
