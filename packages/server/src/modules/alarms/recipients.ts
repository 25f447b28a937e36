import type { Ctx } from '../../platform/ctx.ts'
import { reachOfAlarms } from './queries-subscriptions.ts'
import { membersById } from './read-alarms.ts'

/** Person and channel by which an alarm notifies them. */
export interface AlarmRecipient {
  readonly userId: number
  readonly channel: 'email' | 'sms'
}

/**
 * Returns by alarm id the members whom each alarm notifies, once per person and channel, whether they subscribed themselves or
 * by groups. Left out are invited people, and text messages to people without a phone number. Alarms without recipients have
 * no entry.
 */
export async function recipientsOfAlarms(
  ctx: Ctx,
  alarmIds: readonly number[],
): Promise<ReadonlyMap<number, readonly AlarmRecipient[]>> {
  const reach = await reachOfAlarms(ctx, alarmIds)
  const members = await membersById(
    ctx,
    reach.map((row) => row.userId),
  )
  const byAlarm = new Map<number, Map<string, AlarmRecipient>>()
  for (const { alarmId, userId, sendSms, sendEmail } of reach) {
    const member = members.get(userId)
    if (member === undefined || member.isInvited) continue
    const recipients = byAlarm.get(alarmId) ?? new Map<string, AlarmRecipient>()
    if (sendEmail) recipients.set(`${userId} email`, { userId, channel: 'email' })
    if (sendSms && member.phone !== null) recipients.set(`${userId} sms`, { userId, channel: 'sms' })
    if (recipients.size > 0) byAlarm.set(alarmId, recipients)
  }
  return new Map(
    [...byAlarm].map(([alarmId, recipients]) => [
      alarmId,
      [...recipients.values()].toSorted((a, b) => a.userId - b.userId || a.channel.localeCompare(b.channel, 'en')),
    ]),
  )
}
