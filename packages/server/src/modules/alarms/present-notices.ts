import type { Ctx } from '../../platform/ctx.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { noticesOfAlarm } from '../notices/index.ts'
import { demandManaging } from './manage.ts'
import { alarmOf, membersById } from './read-alarms.ts'

/** Returns a page of the delivery log of an alarm, newest first; 403 for those who do not manage it. */
export async function presentNotices(ctx: Ctx, alarmId: number, { limit, offset }: { limit: number; offset: number }) {
  const { alarm } = await alarmOf(ctx, alarmId)
  demandManaging(ctx, 'alarm.notices.read', alarm)
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
      user: member === undefined ? null : { id: member.id, name: `${member.firstName} ${member.lastName}` },
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
