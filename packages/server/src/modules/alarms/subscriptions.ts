import type { Operation } from '@millwatch/contract/calls/all'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { demandRosters } from '../groups/index.ts'
import { holdInvitation, holdRoles, type ListedMember } from '../identity/index.ts'
import { allowNotices } from '../notices/index.ts'
import { demandManaging, lockAlarm } from './manage.ts'
import type { AlarmRow } from './queries.ts'
import { findUserAlarm, type UserAlarmRow } from './queries-subscriptions.ts'
import { membersById } from './read-alarms.ts'
import {
  type Channels,
  deleteRosterAlarm,
  deleteUserAlarm,
  insertRosterAlarm,
  putUserAlarm,
} from './store-subscriptions.ts'

/** Throws 400 unless at least one channel is named. */
function demandChannel({ sendSms, sendEmail }: Channels): void {
  if (!sendSms && !sendEmail) throw new Invalid(undefined, 'alarm_channel_missing')
}

/** Subscription of a person with the person's entry on the list of members. */
export interface Subscription {
  readonly row: UserAlarmRow
  readonly member: ListedMember
}

/** Subscribes the calling person by these channels, instead of those of before, with audit entry and fact. */
export async function subscribe(ctx: Ctx, alarmId: number, channels: Channels): Promise<Subscription> {
  const userId = callerOf(ctx)
  demandChannel(channels)
  const members = await holdPeople(ctx, [userId])
  const { alarm } = await lockAlarm(ctx, alarmId)
  await putChannels(ctx, alarm, { userId, channels, members, operation: 'alarm.subscribe' })
  await changed(ctx, alarm)
  const row = await findUserAlarm(ctx, alarmId, userId)
  const member = members.get(userId)
  if (row === undefined || member === undefined) throw new NotFound()
  return { row, member }
}

/** Ends the subscription of the calling person, with audit entry and fact; does nothing when there is none. */
export async function unsubscribe(ctx: Ctx, alarmId: number): Promise<void> {
  const userId = callerOf(ctx)
  const { alarm } = await lockAlarm(ctx, alarmId)
  if (!(await takeChannels(ctx, alarm, { userId, channels: EVERY, operation: 'alarm.unsubscribe' }))) return
  await changed(ctx, alarm)
}

const EVERY: Channels = { sendSms: true, sendEmail: true }

/** Channels to add to the subscriptions of people, or to take from them. */
export interface ChannelsOfUsers extends Channels {
  readonly userIds: readonly number[]
}

/** Adds channels to the subscriptions of people; 404 for somebody who is not on the list of members. */
export async function subscribeUsers(ctx: Ctx, alarmId: number, { userIds, ...added }: ChannelsOfUsers): Promise<void> {
  demandChannel(added)
  const members = await holdPeople(ctx, userIds)
  const { alarm } = await lockAlarm(ctx, alarmId)
  demandManaging(ctx, 'alarm.users.subscribe', alarm)
  for (const userId of userIds) {
    const before = await findUserAlarm(ctx, alarmId, userId)
    const channels = {
      sendSms: added.sendSms || before?.sendSms === true,
      sendEmail: added.sendEmail || before?.sendEmail === true,
    }
    await putChannels(ctx, alarm, { userId, channels, members, operation: 'alarm.users.subscribe' })
  }
  await changed(ctx, alarm)
}

/** Takes channels from the subscriptions of people; a subscription without any left ends. */
export async function unsubscribeUsers(
  ctx: Ctx,
  alarmId: number,
  { userIds, ...channels }: ChannelsOfUsers,
): Promise<void> {
  demandChannel(channels)
  const { alarm } = await lockAlarm(ctx, alarmId)
  demandManaging(ctx, 'alarm.users.unsubscribe', alarm)
  await demandListed(ctx, userIds)
  for (const userId of userIds)
    await takeChannels(ctx, alarm, { userId, channels, operation: 'alarm.users.unsubscribe' })
  await changed(ctx, alarm)
}

/** Subscribes a group, with audit entry and fact; does nothing when it is subscribed. 404 for an unknown group. */
export async function subscribeRoster(ctx: Ctx, alarmId: number, rosterId: number): Promise<void> {
  const { alarm } = await lockAlarm(ctx, alarmId)
  demandManaging(ctx, 'alarm.roster.subscribe', alarm)
  await demandRosters(ctx, [rosterId])
  if (!(await insertRosterAlarm(ctx, alarmId, rosterId))) return
  await recordAudit(ctx, { operation: 'alarm.roster.subscribe', subject: `alarm/${alarmId}`, after: { rosterId } })
  await changed(ctx, alarm)
}

/** Ends the subscription of a group, with audit entry and fact; does nothing when it is not subscribed. */
export async function unsubscribeRoster(ctx: Ctx, alarmId: number, rosterId: number): Promise<void> {
  const { alarm } = await lockAlarm(ctx, alarmId)
  demandManaging(ctx, 'alarm.roster.unsubscribe', alarm)
  await demandRosters(ctx, [rosterId])
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
 * Returns people by id, and keeps them members or invited until the transaction ends; 404 if one is neither. Call it before an
 * alarm is locked, as the removal of a member locks in this order.
 */
async function holdPeople(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, ListedMember>> {
  const roles = await holdRoles(ctx.tx, ctx.companyId, [...ids])
  for (const id of ids) {
    if (!roles.has(id) && (await holdInvitation(ctx.tx, ctx.companyId, id)) === undefined) throw new NotFound()
  }
  return membersById(ctx, ids)
}

async function demandListed(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const members = await membersById(ctx, ids)
  if (ids.some((id) => !members.has(id))) throw new NotFound()
}

interface Put {
  readonly userId: number
  readonly channels: Channels
  readonly members: ReadonlyMap<number, ListedMember>
  readonly operation: Operation
}

/** Stores the channels of a person, with audit entry; 409 for text messages to a person without a phone number. */
async function putChannels(ctx: Ctx, alarm: AlarmRow, { userId, channels, members, operation }: Put): Promise<void> {
  const before = await findUserAlarm(ctx, alarm.alarmId, userId)
  if (before?.sendSms === channels.sendSms && before.sendEmail === channels.sendEmail) return
  if (channels.sendSms && before?.sendSms !== true && members.get(userId)?.phone == null)
    throw new Conflict('phone_missing')
  await putUserAlarm(ctx, alarm.alarmId, userId, channels)
  await allowNotices(
    ctx,
    alarm.alarmId,
    [userId],
    [...(channels.sendEmail ? (['email'] as const) : []), ...(channels.sendSms ? (['sms'] as const) : [])],
  )
  await recordAudit(ctx, {
    ...{ operation, subject: `alarm/${alarm.alarmId}`, after: { userId, ...channels } },
    ...(before ? { before: auditOf(before) } : {}),
  })
}

const auditOf = ({ userId, sendSms, sendEmail }: UserAlarmRow) => ({ userId, sendSms, sendEmail })

/** Takes channels from the subscription of a person, with audit entry; returns false when there was nothing to take. */
async function takeChannels(
  ctx: Ctx,
  { alarmId }: AlarmRow,
  { userId, channels, operation }: Omit<Put, 'members'>,
): Promise<boolean> {
  const before = await findUserAlarm(ctx, alarmId, userId)
  if (before === undefined) return false
  const left = {
    sendSms: before.sendSms && !channels.sendSms,
    sendEmail: before.sendEmail && !channels.sendEmail,
  }
  if (left.sendSms === before.sendSms && left.sendEmail === before.sendEmail) return false
  if (left.sendSms || left.sendEmail) await putUserAlarm(ctx, alarmId, userId, left)
  else await deleteUserAlarm(ctx, alarmId, userId)
  const change = { before: auditOf(before), after: { userId, ...left } }
  await recordAudit(ctx, { operation, subject: `alarm/${alarmId}`, ...change })
  return true
}
