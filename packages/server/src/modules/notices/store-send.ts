import type { Ctx } from '../../platform/ctx.ts'
import { companyRead, companyRows, companyRun } from '../../platform/db/statements.ts'
import type { Channel } from './content.ts'
import { databaseNow } from './store.ts'
import { noticeColumns, type StoredNotice } from './store-plan.ts'

/**
 * Message that this server has leased in order to send it. Exactly one of `userId` and `webhookId` is null.
 */
export interface DueMessage {
  readonly messageId: number
  readonly channel: Channel
  readonly userId: number | null
  readonly webhookId: number | null
  readonly form: 'single' | 'list' | 'more_by_mail'
  /** Instant (epoch ms) since which its attempts count: its creation, or the latest instant at which a person had it retried. */
  readonly triedSince: number
  /** Number of attempts since then, including this one. */
  readonly attempts: number
}

/**
 * Leases up to `most` messages of a channel that are due at `now` (epoch ms), adds 1 to their attempts and returns them in no
 * order. No other server takes them before the lease ends, `leaseMs` later by the clock of the database. Skips sent, given up and
 * leased messages.
 */
export const leaseMessages = companyRows<DueMessage, [channel: Channel, now: number, most: number, leaseMs: number]>(
  'notices.lease',
  `update notice_message set attempts = attempts + 1, leased_until = ${databaseNow} + $5
    where company_id = $1 and notice_message_id in (
      select notice_message_id from notice_message
      where company_id = $1 and channel = $2 and due_at <= $3 and sent_at is null and failed_at is null
        and leased_until <= ${databaseNow}
      order by due_at, notice_message_id limit $4 for update skip locked
    )
    returning notice_message_id as "messageId", channel, user_id as "userId", webhook_id as "webhookId", form,
      coalesce(retried_at, created_at) as "triedSince", attempts`,
)

/** Notice with the id of the message that contains it. */
export interface NoticeOfMessage extends StoredNotice {
  readonly messageId: number
}

/** Returns the notices of these messages that are not ended, in the order of their creation. */
export const noticesOfMessages = companyRows<NoticeOfMessage, [messageIds: readonly number[]]>(
  'notices.of_messages',
  `select ${noticeColumns}, notice_message_id as "messageId" from notice
    where company_id = $1 and notice_message_id = any($2::bigint[]) and ended_at is null order by notice_id`,
)

/** Ends messages as failed at `now` (epoch ms), because none of their notices must be sent any more. */
export const endMessages = companyRun<[messageIds: readonly number[], now: number]>(
  'notices.end_messages',
  `update notice_message set failed_at = $3, leased_until = 0 where company_id = $1 and notice_message_id = any($2::bigint[])`,
)

/**
 * Postpones leased messages, each to its instant (epoch ms) in `dueAts`, ends their lease and takes back the attempt, unless a
 * person had it retried since. Stores `now` in their notices as the instant since which they are held, if they were not held
 * before.
 */
export const holdMessages = companyRun<[messageIds: readonly number[], dueAts: readonly number[], now: number]>(
  'notices.hold_messages',
  `with held as (
      update notice_message m set due_at = h.due_at, leased_until = 0, attempts = greatest(attempts - 1, 0)
      from unnest($2::bigint[], $3::bigint[]) as h (message_id, due_at)
      where m.company_id = $1 and m.notice_message_id = h.message_id
    )
    update notice set held_at = coalesce(held_at, $4) where company_id = $1 and notice_message_id = any($2::bigint[])`,
)

/**
 * Ends the lease of messages that were not begun, so that they are due at once, and takes back the attempt, unless a person had
 * it retried since. Skips sent and given up messages.
 */
export const releaseMessages = companyRun<[messageIds: readonly number[]]>(
  'notices.release',
  `update notice_message set leased_until = 0, attempts = greatest(attempts - 1, 0)
    where company_id = $1 and notice_message_id = any($2::bigint[]) and sent_at is null and failed_at is null`,
)

/**
 * Result of an attempt to send a message. Instants are epoch ms. Both `sentAt` and `failedAt` are null if it is to be tried again
 * at `dueAt`.
 */
export interface SendResult {
  readonly messageId: number
  readonly sentAt: number | null
  readonly failedAt: number | null
  /** Reason that the delivery log shows; null: none, or the message is to be tried again. */
  readonly reason: string | null
  readonly dueAt: number
  readonly error: string | null
  readonly recipient: string | null
  /** Subject and body of a message that was stored instead of sent; null: a service took it, or the attempt failed. */
  readonly subject: string | null
  readonly body: string | null
}

type Column<K extends keyof SendResult> = readonly SendResult[K][]

const storeAll = companyRun<
  [
    messageIds: Column<'messageId'>,
    sentAts: Column<'sentAt'>,
    failedAts: Column<'failedAt'>,
    reasons: Column<'reason'>,
    dueAts: Column<'dueAt'>,
    errors: Column<'error'>,
    recipients: Column<'recipient'>,
    subjects: Column<'subject'>,
    bodies: Column<'body'>,
  ]
>(
  'notices.attempted',
  `with result as (
      select * from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[])
        as a (message_id, sent, failed, reason, due, error, address, title, content)
    ), message as (
      update notice_message m set sent_at = sent, failed_at = failed, due_at = due, last_error = error, leased_until = 0,
        recipient = address, subject = title, body = content
      from result where m.company_id = $1 and m.notice_message_id = message_id and m.sent_at is null and m.failed_at is null
      returning m.notice_message_id
    )
    update notice n set ended_at = coalesce(sent, failed), outcome = case when sent is null then 'given_up' else 'sent' end,
      reason = result.reason
    from result join message on message.notice_message_id = message_id
    where n.company_id = $1 and n.notice_message_id = message_id and n.ended_at is null and coalesce(sent, failed) is not null`,
)

/**
 * Stores results of attempts: sent, to be tried again at `dueAt`, or given up. The notices of a message that is sent or given up
 * end with it. Messages that ended before stay as they are.
 */
export const storeResults = (ctx: Ctx, attempts: readonly SendResult[]): Promise<void> =>
  storeAll(
    ctx,
    attempts.map(({ messageId }) => messageId),
    attempts.map(({ sentAt }) => sentAt),
    attempts.map(({ failedAt }) => failedAt),
    attempts.map(({ reason }) => reason),
    attempts.map(({ dueAt }) => dueAt),
    attempts.map(({ error }) => error),
    attempts.map(({ recipient }) => recipient),
    attempts.map(({ subject }) => subject),
    attempts.map(({ body }) => body),
  )

/** Returns the channels with messages that are due at `now` (epoch ms) and leased by nobody. */
export const dueChannels = companyRead<{ channel: Channel }, Channel[], [now: number]>(
  'notices.due_channels',
  `select distinct channel from notice_message
    where company_id = $1 and due_at <= $2 and sent_at is null and failed_at is null and leased_until <= ${databaseNow}`,
  (rows) => rows.map(({ channel }) => channel),
)
