import { companyRow, companyRows } from '../../platform/db/statements.ts'

/** Subscription of a person to an alarm. `userId` is the id of a member, or of an invitation that is not accepted yet. */
export interface UserAlarmRow {
  readonly userAlarmId: number
  readonly alarmId: number
  readonly userId: number
  readonly sendSms: boolean
  readonly sendEmail: boolean
}

/** Subscription of a group to an alarm, with the name of the group. */
export interface RosterAlarmRow {
  readonly rosterAlarmId: number
  readonly alarmId: number
  readonly rosterId: number
  readonly name: string
}

const userColumns = 'user_alarm_id, alarm_id, user_id, send_sms, send_email'

export const userAlarmsOf = companyRows<UserAlarmRow, [alarmIds: readonly number[]]>(
  'alarms.users',
  `select ${userColumns} from user_alarm where company_id = $1 and alarm_id = any($2::bigint[]) order by user_alarm_id`,
)

export const findUserAlarm = companyRow<UserAlarmRow, [alarmId: number, userId: number]>(
  'alarms.user',
  `select ${userColumns} from user_alarm where company_id = $1 and alarm_id = $2 and user_id = $3`,
)

export const rosterAlarmsOf = companyRows<RosterAlarmRow, [alarmIds: readonly number[]]>(
  'alarms.rosters',
  `select s.roster_alarm_id, s.alarm_id, s.roster_id, r.name
    from roster_alarm s join roster r on r.company_id = s.company_id and r.roster_id = s.roster_id
    where s.company_id = $1 and s.alarm_id = any($2::bigint[])`,
)

/** Way by which an alarm reaches a person: the person's own subscription (`rosterId` null), or the subscription of a group. */
export interface ReachRow {
  readonly alarmId: number
  readonly userId: number
  readonly rosterId: number | null
  readonly sendSms: boolean
  readonly sendEmail: boolean
}

const reach = `select s.alarm_id, s.user_id, null::bigint as roster_id, s.send_sms, s.send_email
    from user_alarm s where s.company_id = $1
  union all
  select s.alarm_id, u.user_id, s.roster_id, u.send_sms, u.send_email
    from roster_alarm s join roster_user u on u.company_id = s.company_id and u.roster_id = s.roster_id where s.company_id = $1`

/**
 * Returns all ways by which these alarms reach people, in no order. A person has one entry for the own subscription and one for
 * each subscribed group.
 */
export const reachOfAlarms = companyRows<ReachRow, [alarmIds: readonly number[]]>(
  'alarms.reach',
  `select * from (${reach}) reach where alarm_id = any($2::bigint[])`,
)

/** Returns all ways by which alarms reach a person, in no order. */
export const reachOfUser = companyRows<ReachRow, [userId: number]>(
  'alarms.reach_of_user',
  `select * from (${reach}) reach where user_id = $2`,
)

/** Returns those of the trips that a person has seen, in no order. */
export const seenTrips = companyRows<{ alarmTripId: number }, [userId: number, tripIds: readonly number[]]>(
  'alarms.seen',
  'select alarm_trip_id from alarm_seen where company_id = $1 and user_id = $2 and alarm_trip_id = any($3::bigint[])',
)
