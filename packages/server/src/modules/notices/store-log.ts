import { companyRead, companyRows, companyRun } from '../../platform/db/statements.ts'
import type { Channel, NoticeContent } from './content.ts'

/**
 * Row of the delivery log: one notice to one recipient. Instants are epoch ms; `outcome` and `endedAt` are null while it waits.
 */
export interface LoggedNotice {
  readonly noticeId: number
  readonly event: string
  readonly channel: Channel
  readonly userId: number | null
  /** Name of the webhook; null: the recipient is a person. */
  readonly webhook: string | null
  readonly createdAt: number
  readonly endedAt: number | null
  readonly outcome: 'sent' | 'given_up' | 'dropped' | null
  readonly reason: string | null
  readonly attempts: number
  /** Instant of the next attempt; null: there is none. */
  readonly nextAt: number | null
  readonly messageId: number | null
}

/** Returns up to `limit` notices of an alarm, newest first, after the first `offset` of them. */
export const noticesOfAlarm = companyRows<LoggedNotice, [alarmId: number, limit: number, offset: number]>(
  'notices.of_alarm',
  `select notice_id as "noticeId", event, n.channel, n.user_id as "userId", w.name as webhook, n.created_at as "createdAt",
      n.ended_at as "endedAt", outcome, reason, coalesce(m.attempts, 0) as attempts,
      case when n.ended_at is null then coalesce(m.due_at, n.due_at) end as "nextAt", n.notice_message_id as "messageId"
    from notice n left join webhook w on w.company_id = n.company_id and w.webhook_id = n.webhook_id
      left join notice_message m on m.company_id = n.company_id and m.notice_message_id = n.notice_message_id
    where n.company_id = $1 and kind = 'alarm' and subject_id = $2 order by notice_id desc limit $3 offset $4`,
)

/**
 * Returns the ids of the alarms in a message to a person, ascending; empty if the message is not to that person or is not about
 * alarms.
 */
export const alarmsOfMessage = companyRead<{ alarmId: number }, number[], [messageId: number, userId: number]>(
  'notices.alarms_of_message',
  `select distinct subject_id as "alarmId" from notice
    where company_id = $1 and notice_message_id = $2 and user_id = $3 and kind = 'alarm' order by 1`,
  (rows) => rows.map(({ alarmId }) => alarmId),
)

/**
 * Returns the latest notice to a person of each of these alarms, in the order of alarm ids; omits alarms without a notice to the
 * person.
 */
export const latestOfAlarms = companyRows<
  { readonly content: NoticeContent; readonly createdAt: number },
  [userId: number, alarmIds: readonly number[]]
>(
  'notices.latest_of_alarms',
  `select distinct on (subject_id) content, created_at as "createdAt" from notice
    where company_id = $1 and kind = 'alarm' and user_id = $2 and subject_id = any($3::bigint[])
    order by subject_id, notice_id desc`,
)

/**
 * Returns for each webhook with a message the instants at which it last accepted one and at which one was last given up; null:
 * never. Dropped messages do not count.
 */
export const lastOfWebhooks = companyRows<{
  readonly webhookId: number
  readonly sentAt: number | null
  readonly failedAt: number | null
}>(
  'notices.last_of_webhooks',
  // A message that was dropped, because its trip is over, has an instant in failed_at too.
  `select webhook_id as "webhookId", max(sent_at) as "sentAt", max(failed_at) filter (where exists (select from notice n
      where n.company_id = m.company_id and n.notice_message_id = m.notice_message_id and outcome = 'given_up')) as "failedAt"
    from notice_message m where company_id = $1 and webhook_id is not null group by 1`,
)

/** Message that was stored instead of sent, in a demo. */
export interface CaughtMessage {
  readonly messageId: number
  readonly channel: 'email' | 'sms'
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly createdAt: number
  readonly sentAt: number | null
}

/** Returns the latest `most` messages that were stored instead of sent, newest first. */
export const caughtMessages = companyRows<CaughtMessage, [most: number]>(
  'notices.caught',
  `select notice_message_id as "messageId", channel, recipient, subject, body, created_at as "createdAt", sent_at as "sentAt"
    from notice_message where company_id = $1 and body is not null order by notice_message_id desc limit $2`,
)

/** Deletes the notices that ended before `before` (epoch ms); notices that have not ended stay. */
export const deleteNotices = companyRun<[before: number]>(
  'notices.forget',
  'delete from notice where company_id = $1 and ended_at < $2',
)

/** Deletes messages that ended (sent, given up or dropped) before `before` (epoch ms) and have no notice left. */
export const deleteMessages = companyRun<[before: number]>(
  'notices.forget_messages',
  `delete from notice_message m where company_id = $1 and coalesce(sent_at, failed_at) < $2 and not exists (
    select from notice n where n.company_id = m.company_id and n.notice_message_id = m.notice_message_id)`,
)
