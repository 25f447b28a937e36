import { alarmTypes } from '@millwatch/domain/alarms'
import type { SharedFactOfKind } from '@millwatch/domain/facts'
import type { Ctx } from '../../platform/ctx.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import type { TransactionSubscriber } from '../../platform/outbox/subscriber.ts'
import { disown, evaluateAgain } from './store.ts'
import { clearTripsOfMachine } from './store-history.ts'
import { endSubscriptionsOfMachine, forgetSeen, leaveAlarms, takeSubscriptions } from './store-subscriptions.ts'

/**
 * Subscriber that, in the transaction of the change, ends the subscriptions and the ownership of a member who left, gives the
 * subscriptions of an invited person to the member who accepted, and has the alarms of a machine end that was archived or
 * removed.
 */
export const alarmsSubscriber: TransactionSubscriber = {
  delivery: 'same_transaction',
  name: 'alarms.members_and_machines',
  handlers: {
    'member.removed': leave,
    'invitation.accepted': (ctx, { invitationId, userId }) => takeSubscriptions(ctx, invitationId, userId),
    'machine.released': release,
  },
}

async function leave(ctx: Ctx, { userId }: SharedFactOfKind<'member.removed'>): Promise<void> {
  const equipmentIds = await leaveAlarms(ctx, userId)
  const isOwner = await disown(ctx, userId)
  await forgetSeen(ctx, userId)
  if (equipmentIds.length > 0 || isOwner) await stateFact(ctx, { kind: 'alarm.changed', equipmentIds, alarmId: null })
}

/**
 * Ends the trips of a machine, without notices: its alarms sleep while it is archived. Maintenance that is due stays due, and
 * stops counting. A removed machine notifies nobody any more.
 */
async function release(ctx: Ctx, { equipmentId, isRemoved }: SharedFactOfKind<'machine.released'>): Promise<void> {
  const now = ctx.clock.now()
  await evaluateAgain(ctx, [equipmentId], now)
  const ended = alarmTypes.filter((type) => isRemoved || !type.pmEnabled).map((type) => type.id)
  await clearTripsOfMachine(ctx, equipmentId, ended, now)
  if (isRemoved) await endSubscriptionsOfMachine(ctx, equipmentId)
  await stateFact(ctx, { kind: 'alarm.changed', equipmentIds: [equipmentId], alarmId: null })
}
