import type { Ctx } from '../../platform/ctx.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { noticesOfAlarm } from '../notices/index.ts'
import { requireManaging } from './manage.ts'
import { alarmOf, memberName, membersById } from './read-alarms.ts'

/**
 * Returns, in API form, a page of the notices of an alarm with their delivery, newest first. `user` is null for a webhook, and
 * for a person who is not listed any more. 403 for a caller who does not manage the alarm, 404 for an unknown alarm.
 */
export async function presentNotices(ctx: Ctx, alarmId: number, { limit, offset }: { limit: number; offset: number }) {
  const { alarm } = await alarmOf(ctx, alarmId)
  requireManaging(ctx, 'alarm.notices.read', alarm)
  const rows = await noticesOfAlarm(ctx, alarmId, limit, offset)
  const members = await membersById(
    ctx,
    rows.flatMap(({ userId }) => userId ?? []),
  )
  return rows.map((row) => {
    const member = members.get(row.userId ?? 0)
    return {
      id: row.noticeId,
      about: row.event,
      channel: row.channel,
      user: member === undefined ? null : { id: member.id, name: memberName(ctx.actor, member) },
      webhook: row.webhook,
      created_at: toIso(row.createdAt),
      ended_at: toIsoOrNull(row.endedAt),
      outcome: row.outcome,
      reason: row.reason,
      attempts: row.attempts,
      next_attempt_at: toIsoOrNull(row.nextAt),
      message_id: row.messageId,
    }
  })
}
