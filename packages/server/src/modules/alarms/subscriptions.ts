import type { Operation } from '@millwatch/contract/calls/all'
import { recordAudit, recordAudits } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { requireRosters } from '../groups/index.ts'
import { holdInvitations, holdRoles, type ListedMember } from '../identity/index.ts'
import { allowNotices } from '../notices/index.ts'
import { lockAlarm, requireManaging } from './manage.ts'
import type { AlarmRow } from './queries.ts'
import { findUserAlarm, type UserAlarmRow, userAlarmsOf } from './queries-subscriptions.ts'
import { membersById } from './read-alarms.ts'
import {
  type Channels,
  type ChannelsOfUser,
  deleteRosterAlarm,
  deleteUserAlarms,
  insertRosterAlarm,
  putUserAlarms,
} from './store-subscriptions.ts'

/** Throws 400 unless at least one channel is named. */
function requireChannel({ sendSms, sendEmail }: Channels): void {
  if (!sendSms && !sendEmail) throw new Invalid(undefined, 'alarm_channel_missing')
}

/** Subscription of a person with the person's entry on the list of members. */
export interface Subscription {
  readonly row: UserAlarmRow
  readonly member: ListedMember
}

/**
 * Subscribes the calling person by these channels, in place of earlier ones, with fact and, if they differ, audit entry, and
 * returns the subscription. 400 without a channel, 403 for a caller who is no person, 404 for an unknown alarm, 409 for text
 * messages to a person without a phone number.
 */
export async function subscribe(ctx: Ctx, alarmId: number, channels: Channels): Promise<Subscription> {
  const userId = callerOf(ctx)
  requireChannel(channels)
  const members = await holdPeople(ctx, [userId])
  const { alarm } = await lockAlarm(ctx, alarmId)
  await setChannels(
    ctx,
    alarm,
    { channelsOf: () => channels, userIds: [userId], operation: 'alarm.subscribe' },
    members,
  )
  await changed(ctx, alarm)
  const row = await findUserAlarm(ctx, alarmId, userId)
  const member = members.get(userId)
  if (row === undefined || member === undefined) throw new NotFound()
  return { row, member }
}

/**
 * Ends the subscription of the calling person, with audit entry and fact; does nothing when there is none. 403 for a caller who
 * is no person, 404 for an unknown alarm.
 */
export async function unsubscribe(ctx: Ctx, alarmId: number): Promise<void> {
  const userId = callerOf(ctx)
  const { alarm } = await lockAlarm(ctx, alarmId)
  const wanted = { channelsOf: () => NONE, userIds: [userId], operation: 'alarm.unsubscribe' } as const
  if ((await setChannels(ctx, alarm, wanted, new Map())).length > 0) await changed(ctx, alarm)
}

/** People and the channels to add to their subscriptions, or to take from them; only channels that are true are meant. */
export interface ChannelsOfUsers extends Channels {
  readonly userIds: readonly number[]
}

/**
 * Adds channels to the subscriptions of people, who are subscribed if they were not, with one fact in any case, and an audit
 * entry for each person whose channels change. 400 without a channel, 403 unless the caller manages the alarm, 404 for an unknown
 * alarm and a person who is neither member nor invited, 409 for text messages to a person without a phone number.
 */
export async function subscribeUsers(ctx: Ctx, alarmId: number, { userIds, ...added }: ChannelsOfUsers): Promise<void> {
  requireChannel(added)
  const members = await holdPeople(ctx, userIds)
  const { alarm } = await lockAlarm(ctx, alarmId)
  requireManaging(ctx, 'alarm.users.subscribe', alarm)
  const channelsOf = (before: Channels) => ({
    sendSms: added.sendSms || before.sendSms,
    sendEmail: added.sendEmail || before.sendEmail,
  })
  await setChannels(ctx, alarm, { channelsOf, userIds, operation: 'alarm.users.subscribe' }, members)
  await changed(ctx, alarm)
}

/**
 * Takes channels from the subscriptions of people, with one fact in any case, and an audit entry for each person whose channels
 * change; a subscription without channels ends. 400 without a channel, 403 unless the caller manages the alarm, 404 for an
 * unknown alarm and a person who is neither member nor invited.
 */
export async function unsubscribeUsers(
  ctx: Ctx,
  alarmId: number,
  { userIds, ...channels }: ChannelsOfUsers,
): Promise<void> {
  requireChannel(channels)
  const { alarm } = await lockAlarm(ctx, alarmId)
  requireManaging(ctx, 'alarm.users.unsubscribe', alarm)
  await requireListed(ctx, userIds)
  const channelsOf = (before: Channels) => ({
    sendSms: before.sendSms && !channels.sendSms,
    sendEmail: before.sendEmail && !channels.sendEmail,
  })
  await setChannels(ctx, alarm, { channelsOf, userIds, operation: 'alarm.users.unsubscribe' }, new Map())
  await changed(ctx, alarm)
}

/**
 * Subscribes a group, with audit entry and fact; does nothing when the group is subscribed. 403 unless the caller manages the
 * alarm, 404 for an unknown alarm or group.
 */
export async function subscribeRoster(ctx: Ctx, alarmId: number, rosterId: number): Promise<void> {
  const { alarm } = await lockAlarm(ctx, alarmId)
  requireManaging(ctx, 'alarm.roster.subscribe', alarm)
  await requireRosters(ctx, [rosterId])
  if (!(await insertRosterAlarm(ctx, alarmId, rosterId))) return
  await recordAudit(ctx, { operation: 'alarm.roster.subscribe', subject: `alarm/${alarmId}`, after: { rosterId } })
  await changed(ctx, alarm)
}

/**
 * Ends the subscription of a group, with audit entry and fact; does nothing when the group is not subscribed. 403 unless the
 * caller manages the alarm, 404 for an unknown alarm or group.
 */
export async function unsubscribeRoster(ctx: Ctx, alarmId: number, rosterId: number): Promise<void> {
  const { alarm } = await lockAlarm(ctx, alarmId)
  requireManaging(ctx, 'alarm.roster.unsubscribe', alarm)
  await requireRosters(ctx, [rosterId])
  if (!(await deleteRosterAlarm(ctx, alarmId, rosterId))) return
  await recordAudit(ctx, { operation: 'alarm.roster.unsubscribe', subject: `alarm/${alarmId}`, before: { rosterId } })
  await changed(ctx, alarm)
}

function callerOf(ctx: Ctx): number {
  if (ctx.actor.kind !== 'user') throw new Forbidden()
  return ctx.actor.userId
}

const changed = (ctx: Ctx, { alarmId, equipmentId }: AlarmRow): Promise<void> =>
  stateFact(ctx, { kind: 'alarm.changed', equipmentIds: [equipmentId], alarmId })

/**
 * Returns people by id, and keeps them members or invited until the transaction ends; 404 if a person is neither. Call it before
 * an alarm is locked, as the removal of a member locks in this order.
 */
async function holdPeople(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, ListedMember>> {
  const roles = await holdRoles(ctx.tx, ctx.companyId, [...ids])
  const others = ids.filter((id) => !roles.has(id))
  const invited = others.length === 0 ? new Set() : await holdInvitations(ctx.tx, ctx.companyId, others)
  if (others.some((id) => !invited.has(id))) throw new NotFound()
  return membersById(ctx, ids)
}

async function requireListed(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const members = await membersById(ctx, ids)
  if (ids.some((id) => !members.has(id))) throw new NotFound()
}

/**
 * Change to make: the function from the present channels of a person to the new ones, for these people. A person whose new
 * channels are all false has no subscription then.
 */
interface Wanted {
  readonly channelsOf: (before: Channels) => Channels
  readonly userIds: readonly number[]
  readonly operation: Operation
}

/** New channels of a person, with the subscription before; undefined: the person was not subscribed. */
interface Change extends ChannelsOfUser {
  readonly before: UserAlarmRow | undefined
}

const NONE: Channels = { sendSms: false, sendEmail: false }
const hasAny = ({ sendSms, sendEmail }: Channels): boolean => sendSms || sendEmail

/**
 * Stores the channels of people, with an audit entry for each change, and returns the changes; people whose channels stay are
 * left out. A person who refused the notices by the link of a mail gets them again over an added channel. 409 for text messages
 * that are new for a person without a phone number. Takes a few statements for any number of people.
 */
async function setChannels(
  ctx: Ctx,
  alarm: AlarmRow,
  { channelsOf, userIds, operation }: Wanted,
  members: ReadonlyMap<number, ListedMember>,
): Promise<readonly Change[]> {
  const { alarmId } = alarm
  const subscribed = new Map((await userAlarmsOf(ctx, [alarmId])).map((row) => [row.userId, row]))
  const changes = userIds.flatMap((userId): Change[] => {
    const before = subscribed.get(userId)
    const { sendSms, sendEmail } = channelsOf(before ?? NONE)
    if (sendSms === (before?.sendSms ?? false) && sendEmail === (before?.sendEmail ?? false)) return []
    if (sendSms && before?.sendSms !== true && members.get(userId)?.phone == null) throw new Conflict('phone_missing')
    return [{ userId, sendSms, sendEmail, before }]
  })
  if (changes.length === 0) return changes
  await putUserAlarms(ctx, alarmId, changes.filter(hasAny))
  const idsOf = (some: readonly Change[]) => some.map(({ userId }) => userId)
  await deleteUserAlarms(ctx, alarmId, idsOf(changes.filter((change) => !hasAny(change))))
  const added = (channel: keyof Channels) =>
    idsOf(changes.filter((change) => change[channel] && !change.before?.[channel]))
  await allowNotices(ctx, alarmId, added('sendEmail'), ['email'])
  await allowNotices(ctx, alarmId, added('sendSms'), ['sms'])
  await recordAudits(
    ctx,
    changes.map(({ before, ...after }) => ({
      ...{ operation, subject: `alarm/${alarmId}`, after },
      ...(before ? { before: auditOf(before) } : {}),
    })),
  )
  return changes
}

const auditOf = ({ userId, sendSms, sendEmail }: UserAlarmRow) => ({ userId, sendSms, sendEmail })
