import type { SharedFactOfKind } from '@millwatch/domain/facts'
import type { Ctx } from '../../platform/ctx.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import type { TransactionSubscriber } from '../../platform/outbox/subscriber.ts'
import { applyOutputs } from './outputs.ts'
import { alarmsByIds } from './queries.ts'
import { findUserAlarm } from './queries-subscriptions.ts'
import { disown, evaluateAgain } from './store.ts'
import {
  deleteUserAlarm,
  endSubscriptionsOfMachine,
  forgetSeen,
  leaveAlarms,
  putUserAlarm,
  takeSubscriptions,
} from './store-subscriptions.ts'

/**
 * Subscriber that acts in the transaction of the change. It ends the subscriptions and the ownership of a member who left, and
 * gives the subscriptions of an invitation to the member who accepted it. It ends subscriptions by email whose notices were
 * refused, and all subscriptions to the alarms of a removed machine. It has the alarms of an archived or removed machine
 * evaluated again, and has outputs follow the primary device.
 */
export const alarmsSubscriber: TransactionSubscriber = {
  delivery: 'same_transaction',
  name: 'alarms.members_and_machines',
  handlers: {
    'member.removed': leave,
    'invitation.accepted': (ctx, { invitationId, userId }) => takeSubscriptions(ctx, invitationId, userId),
    'notice.refused': stopMails,
    'machine.released': release,
    'device.moved': follow,
  },
}

/**
 * Ends the own subscriptions of a person by email to these alarms, with a fact for each; those by text message stay. Does nothing
 * for alarms to which the person is not subscribed by email.
 */
async function stopMails(ctx: Ctx, { userId, alarmIds }: SharedFactOfKind<'notice.refused'>): Promise<void> {
  for (const alarmId of alarmIds) {
    const row = await findUserAlarm(ctx, alarmId, userId)
    if (row === undefined || !row.sendEmail) continue
    if (row.sendSms) await putUserAlarm(ctx, alarmId, userId, { sendSms: true, sendEmail: false })
    else await deleteUserAlarm(ctx, alarmId, userId)
    const [alarm] = await alarmsByIds(ctx, [alarmId])
    if (alarm) await stateFact(ctx, { kind: 'alarm.changed', equipmentIds: [alarm.equipmentId], alarmId })
  }
}

async function leave(ctx: Ctx, { userId }: SharedFactOfKind<'member.removed'>): Promise<void> {
  const equipmentIds = await leaveAlarms(ctx, userId)
  const isOwner = await disown(ctx, userId)
  await forgetSeen(ctx, userId)
  if (equipmentIds.length > 0 || isOwner) await stateFact(ctx, { kind: 'alarm.changed', equipmentIds, alarmId: null })
}

/**
 * Marks the alarms of an archived or removed machine to be evaluated again: their trips end without notices. Switches its outputs
 * anew, ends all subscriptions to the alarms of a removed machine, and states a fact.
 */
async function release(ctx: Ctx, { equipmentId, isRemoved }: SharedFactOfKind<'machine.released'>): Promise<void> {
  await evaluateAgain(ctx, [{ equipmentId, from: ctx.clock.now() }])
  if (isRemoved) await endSubscriptionsOfMachine(ctx, equipmentId)
  await applyOutputs(ctx, [equipmentId])
  await stateFact(ctx, { kind: 'alarm.changed', equipmentIds: [equipmentId], alarmId: null })
}

async function follow(ctx: Ctx, { moves }: SharedFactOfKind<'device.moved'>): Promise<void> {
  const equipmentIds = moves.map((move) => move.equipmentId)
  await applyOutputs(ctx, equipmentIds)
  if (equipmentIds.length > 0) await stateFact(ctx, { kind: 'alarm.changed', equipmentIds, alarmId: null })
}
