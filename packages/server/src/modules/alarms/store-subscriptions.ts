import type { Ctx } from '../../platform/ctx.ts'
import { companyHas, companyRead, companyRun } from '../../platform/db/statements.ts'

const put = companyRun<[alarmId: number, userId: number, sms: boolean, email: boolean, at: number]>(
  'alarms.put_user',
  `insert into user_alarm (company_id, alarm_id, user_id, send_sms, send_email, created_at) values ($1, $2, $3, $4, $5, $6)
    on conflict (company_id, alarm_id, user_id) do update set send_sms = $4, send_email = $5`,
)

const putAll = companyRun<[number, userIds: readonly number[], readonly boolean[], readonly boolean[], at: number]>(
  'alarms.put_users',
  `insert into user_alarm (company_id, alarm_id, user_id, send_sms, send_email, created_at)
    select $1, $2, n.id, n.sms, n.email, $6 from unnest($3::bigint[], $4::boolean[], $5::boolean[]) as n (id, sms, email)
    on conflict (company_id, alarm_id, user_id) do update set send_sms = excluded.send_sms, send_email = excluded.send_email`,
)

/** Channels of a subscription; at least one is true. */
export interface Channels {
  readonly sendSms: boolean
  readonly sendEmail: boolean
}

/** Subscribes a person to an alarm by these channels, which replace those of an earlier subscription. */
export const putUserAlarm = (ctx: Ctx, alarmId: number, userId: number, channels: Channels): Promise<void> =>
  put(ctx, alarmId, userId, channels.sendSms, channels.sendEmail, ctx.clock.now())

/** Person with the channels of their subscription. */
export interface ChannelsOfUser extends Channels {
  readonly userId: number
}

/**
 * Subscribes people to an alarm, each by their own channels, which replace those of an earlier subscription. Each person must be
 * in the list once.
 */
export const putUserAlarms = (ctx: Ctx, alarmId: number, people: readonly ChannelsOfUser[]): Promise<void> =>
  putAll(
    ctx,
    alarmId,
    people.map(({ userId }) => userId),
    people.map(({ sendSms }) => sendSms),
    people.map(({ sendEmail }) => sendEmail),
    ctx.clock.now(),
  )

/** Ends the subscriptions of these people to an alarm; does nothing for those without one. */
export const deleteUserAlarms = companyRun<[alarmId: number, userIds: readonly number[]]>(
  'alarms.delete_users',
  'delete from user_alarm where company_id = $1 and alarm_id = $2 and user_id = any($3::bigint[])',
)

/** Ends the subscription of a person to an alarm and returns true; returns false if the person was not subscribed. */
export const deleteUserAlarm = companyHas<[alarmId: number, userId: number]>(
  'alarms.delete_user',
  'delete from user_alarm where company_id = $1 and alarm_id = $2 and user_id = $3 returning user_alarm_id',
)

const insertRoster = companyHas<[alarmId: number, rosterId: number, at: number]>(
  'alarms.insert_roster',
  `insert into roster_alarm (company_id, alarm_id, roster_id, created_at) values ($1, $2, $3, $4)
    on conflict (company_id, alarm_id, roster_id) do nothing returning roster_alarm_id`,
)

/** Subscribes a group to an alarm and returns true; returns false, and changes nothing, if the group is subscribed already. */
export const insertRosterAlarm = (ctx: Ctx, alarmId: number, rosterId: number): Promise<boolean> =>
  insertRoster(ctx, alarmId, rosterId, ctx.clock.now())

/** Ends the subscription of a group to an alarm and returns true; returns false if the group was not subscribed. */
export const deleteRosterAlarm = companyHas<[alarmId: number, rosterId: number]>(
  'alarms.delete_roster',
  'delete from roster_alarm where company_id = $1 and alarm_id = $2 and roster_id = $3 returning roster_alarm_id',
)

/** Ends all subscriptions of a person; returns the ids of the machines of those alarms, each once, in no order. */
export const leaveAlarms = companyRead<{ equipmentId: number }, number[], [userId: number]>(
  'alarms.leave',
  `with gone as (delete from user_alarm where company_id = $1 and user_id = $2 returning alarm_id)
    select distinct a.equipment_id from gone join alarm a on a.company_id = $1 and a.alarm_id = gone.alarm_id`,
  (rows) => rows.map((row) => row.equipmentId),
)

/** Deletes all records of the trips that a person has seen. */
export const forgetSeen = companyRun<[userId: number]>(
  'alarms.forget_seen',
  'delete from alarm_seen where company_id = $1 and user_id = $2',
)

const take = companyRun<[invitationId: number, userId: number]>(
  'alarms.take',
  `update user_alarm set user_id = $3 where company_id = $1 and user_id = $2 and not exists (
      select from user_alarm own
      where own.company_id = $1 and own.alarm_id = user_alarm.alarm_id and own.user_id = $3)`,
)

/**
 * Gives the subscriptions of an accepted invitation to the user. Where the user has an own subscription already, that stays and
 * the one of the invitation ends.
 */
export async function takeSubscriptions(ctx: Ctx, invitationId: number, userId: number): Promise<void> {
  await take(ctx, invitationId, userId)
  await leaveAlarms(ctx, invitationId)
}

/** Ends all subscriptions, of people and groups, to the alarms of a machine. */
export async function endSubscriptionsOfMachine(ctx: Ctx, equipmentId: number): Promise<void> {
  await endUsers(ctx, equipmentId)
  await endRosters(ctx, equipmentId)
}

const ofMachine = 'alarm_id in (select alarm_id from alarm where company_id = $1 and equipment_id = $2)'
const endUsers = companyRun<[equipmentId: number]>(
  'alarms.end_users',
  `delete from user_alarm where company_id = $1 and ${ofMachine}`,
)
const endRosters = companyRun<[equipmentId: number]>(
  'alarms.end_rosters',
  `delete from roster_alarm where company_id = $1 and ${ofMachine}`,
)
