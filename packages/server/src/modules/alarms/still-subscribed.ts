import type { Ctx } from '../../platform/ctx.ts'
import type { SubscriptionOfNotice } from '../notices/index.ts'
import { recipientsOfAlarms } from './recipients.ts'

/** Returns a boolean for each subscription, in their order: true if the alarm notifies that person over that channel now. */
export async function stillSubscribed(ctx: Ctx, subscriptions: readonly SubscriptionOfNotice[]): Promise<boolean[]> {
  const recipients = await recipientsOfAlarms(ctx, [...new Set(subscriptions.map(({ alarmId }) => alarmId))])
  return subscriptions.map(({ alarmId, userId, channel }) =>
    (recipients.get(alarmId) ?? []).some((recipient) => recipient.userId === userId && recipient.channel === channel),
  )
}
