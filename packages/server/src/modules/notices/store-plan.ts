import type { Ctx } from '../../platform/ctx.ts'
import { companyRead, companyRows, companyRun } from '../../platform/db/statements.ts'
import type { AnyContent, Channel } from './content.ts'

/** Class of the advisory locks by which one server at a time plans the messages of a company. */
const planningLock = 727_014

/**
 * Locks the planning of the company's messages until the transaction ends, without waiting. Returns false, and locks nothing, if
 * another transaction plans now.
 */
export const tryPlanning = companyRead<{ free: boolean }, boolean>(
  'notices.try_planning',
  `select pg_try_advisory_xact_lock(${planningLock}, hashint8($1)::integer) as free`,
  ([row]) => row?.free === true,
)

/**
 * Notice with the columns that its delivery needs. Instants are epoch ms; `heldAt` is null if alert hours never held it back,
 * `overAt` if its trip is not over.
 */
export interface StoredNotice {
  readonly noticeId: number
  readonly kind: 'alarm' | 'run' | 'report'
  /** Id of the alarm, run or unit, depending on `kind`. */
  readonly subjectId: number
  readonly topic: string
  readonly event: string
  readonly channel: Channel
  /** Id of the recipient; null: the recipient is a webhook. */
  readonly userId: number | null
  readonly webhookId: number | null
  readonly createdAt: number
  readonly heldAt: number | null
  /** True: it is an email that replaces a text message above the limit of an hour. */
  readonly isInsteadOfSms: boolean
  readonly gathered: boolean
  readonly overAt: number | null
  readonly content: AnyContent
}

export const noticeColumns = `notice_id as "noticeId", kind, subject_id as "subjectId", topic, event, channel, user_id as "userId",
  webhook_id as "webhookId", created_at as "createdAt", held_at as "heldAt", is_instead_of_sms as "isInsteadOfSms", gathered, over_at as "overAt", content`

/**
 * Returns up to `most` notices that are due at `now` (epoch ms), not ended and in no message yet, in the order of their creation.
 */
export const dueNotices = companyRows<StoredNotice, [now: number, most: number]>(
  'notices.due',
  `select ${noticeColumns} from notice
    where company_id = $1 and due_at <= $2 and notice_message_id is null and ended_at is null order by notice_id limit $3`,
)

/** State of the `tripped` notice that precedes a `cleared` one, whose id is `noticeId`. */
export interface EarlierNotice {
  readonly noticeId: number
  /** State: `sent`, `waiting` (not sent yet) or `lost` (its recipient did not get it and will not). */
  readonly state: 'sent' | 'waiting' | 'lost'
}

/**
 * Returns for each of these `cleared` notices the state of the `tripped` notice of the same trip to the same recipient. For an
 * email in place of a text message, a `tripped` notice by text message or by email qualifies.
 */
export const earlierNotices = companyRows<EarlierNotice, [noticeIds: readonly number[]]>(
  'notices.earlier',
  `select states.notice_id as "noticeId", case when bool_or(state = 'sent') then 'sent'
      when bool_or(state = 'waiting') then 'waiting' else 'lost' end as state
    from (
      select n.notice_id, case
          when first.notice_id is null or first.outcome in ('dropped', 'given_up') and first.reason <> 'by_mail' then 'lost'
          when first.ended_at is null then 'waiting' else 'sent' end as state
      from notice n left join notice first on first.company_id = n.company_id and first.topic = n.topic
        and first.event = 'tripped'
        and (first.channel = n.channel or n.is_instead_of_sms and first.channel in ('sms', 'email'))
        and coalesce(first.user_id, 0) = coalesce(n.user_id, 0) and coalesce(first.webhook_id, 0) = coalesce(n.webhook_id, 0)
      where n.company_id = $1 and n.notice_id = any($2::bigint[])
    ) states group by 1`,
)

/**
 * Returns the ids of those of these notices for which an earlier notice, not a `cleared` one, of the same topic, channel and
 * recipient has not ended yet, or was sent after the instant (epoch ms) at its place in `since`.
 */
export const repeatsTooSoon = companyRead<
  { noticeId: number },
  number[],
  [noticeIds: readonly number[], since: readonly number[]]
>(
  'notices.repeats_too_soon',
  `select n.notice_id as "noticeId"
    from unnest($2::bigint[], $3::bigint[]) repeat (notice_id, since)
    join notice n on n.company_id = $1 and n.notice_id = repeat.notice_id
    where exists (
      select from notice first where first.company_id = n.company_id and first.topic = n.topic and first.event <> 'cleared'
        and first.notice_id < n.notice_id and first.channel = n.channel
        and (first.ended_at is null or first.outcome = 'sent' and first.ended_at > repeat.since)
        and coalesce(first.user_id, 0) = coalesce(n.user_id, 0)
        and coalesce(first.webhook_id, 0) = coalesce(n.webhook_id, 0))`,
  (rows) => rows.map(({ noticeId }) => noticeId),
)

export interface RecentRow {
  readonly userId: number
  readonly channel: Channel
  /**
   * Number of notices in the messages of the last minute, and in `since` the creation (epoch ms) of the first of these messages,
   * or null.
   */
  readonly notices: number
  readonly since: number | null
  /** True if one of the messages of the last minute is a list. */
  readonly hasList: boolean
  /** Number of messages within the last hour. */
  readonly inHour: number
  /** True if a text message of the last hour said that more notices come by email. */
  readonly hasMoreByMail: boolean
}

/**
 * Returns for each of these users and channels a row about the messages since `hourAgo` and since `minuteAgo` (both epoch ms,
 * exclusive), without mailed reports. Pairs without such a message since `hourAgo` have no row.
 */
export const recentMessages = companyRows<RecentRow, [userIds: readonly number[], minuteAgo: number, hourAgo: number]>(
  'notices.recent',
  `select user_id as "userId", channel, coalesce(sum(notice_count) filter (where created_at > $3), 0)::int as notices,
      min(created_at) filter (where created_at > $3) as since,
      coalesce(bool_or(form = 'list') filter (where created_at > $3), false) as "hasList", count(*)::int as "inHour",
      bool_or(form = 'more_by_mail') as "hasMoreByMail"
    from notice_message m where company_id = $1 and user_id = any($2::bigint[]) and created_at > $4 and not exists (
      select from notice n where n.company_id = m.company_id and n.notice_id = m.first_notice_id and n.kind = 'report')
    group by 1, 2`,
)

/**
 * Holds notices back, each until its instant (epoch ms) in `dueAts`, and stores `now` as the instant since which each is held if
 * it was not held before. Skips ended notices.
 */
export const holdNotices = companyRun<[noticeIds: readonly number[], dueAts: readonly number[], now: number]>(
  'notices.hold',
  `update notice n set due_at = h.due_at, held_at = coalesce(held_at, $4)
    from unnest($2::bigint[], $3::bigint[]) as h (notice_id, due_at)
    where n.company_id = $1 and n.notice_id = h.notice_id and n.ended_at is null`,
)

/**
 * Postpones notices, each to its instant (epoch ms) in `dueAts`. `gathers` marks them to be sent as a list, if possible, as their
 * recipient got too many within a minute. Skips ended notices.
 */
export const postponeNotices = companyRun<[noticeIds: readonly number[], dueAts: readonly number[], gathers: boolean]>(
  'notices.postpone',
  `update notice n set due_at = p.due_at, gathered = gathered or $4
    from unnest($2::bigint[], $3::bigint[]) as p (notice_id, due_at)
    where n.company_id = $1 and n.notice_id = p.notice_id and n.ended_at is null`,
)

/** Ends the notices that have not ended yet, at `at` (epoch ms), with one outcome and each with its reason. */
const endAll = companyRun<[noticeIds: readonly number[], reasons: readonly string[], outcome: string, at: number]>(
  'notices.end',
  `update notice n set ended_at = $5, outcome = $4, reason = e.reason
    from unnest($2::bigint[], $3::text[]) as e (notice_id, reason)
    where n.company_id = $1 and n.notice_id = e.notice_id and n.ended_at is null`,
)

/**
 * Ends notices that have not ended yet, by id, each with its reason, as dropped or as given up. Does nothing for an empty map.
 */
export async function endNotices(
  ctx: Ctx,
  reasons: ReadonlyMap<number, string>,
  outcome: 'dropped' | 'given_up',
): Promise<void> {
  if (reasons.size > 0) await endAll(ctx, [...reasons.keys()], [...reasons.values()], outcome, ctx.clock.now())
}

/**
 * Message to be created for one recipient, a person (`userId`) or a webhook (`webhookId`; the other is null), with the ids of its
 * notices, of which there is one at least.
 */
export interface PlannedMessage {
  readonly channel: Channel
  readonly userId: number | null
  readonly webhookId: number | null
  readonly form: 'single' | 'list' | 'more_by_mail'
  readonly noticeIds: readonly number[]
}

const insertAll = companyRun<
  [
    channels: readonly string[],
    userIds: readonly (number | null)[],
    webhookIds: readonly (number | null)[],
    forms: readonly string[],
    firstIds: readonly number[],
    counts: readonly number[],
    now: number,
    noticeIds: readonly number[],
    firstOfNotices: readonly number[],
  ]
>(
  'notices.plan',
  `with created as (
      insert into notice_message (company_id, channel, user_id, webhook_id, form, first_notice_id, notice_count, created_at, due_at)
      select $1, channel, user_id, webhook_id, form, first_id, count, $8, $8
      from unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::int[])
        as m (channel, user_id, webhook_id, form, first_id, count)
      returning notice_message_id, first_notice_id
    )
    update notice n set notice_message_id = created.notice_message_id
    from unnest($9::bigint[], $10::bigint[]) as p (notice_id, first_id) join created on created.first_notice_id = p.first_id
    where n.company_id = $1 and n.notice_id = p.notice_id`,
)

/** Creates messages that are due now, and assigns their notices to them. */
export async function insertMessages(ctx: Ctx, messages: readonly PlannedMessage[]): Promise<void> {
  if (messages.length === 0) return
  const firstOf = ({ noticeIds }: PlannedMessage) => noticeIds[0] ?? 0
  await insertAll(
    ctx,
    messages.map(({ channel }) => channel),
    messages.map(({ userId }) => userId),
    messages.map(({ webhookId }) => webhookId),
    messages.map(({ form }) => form),
    messages.map(firstOf),
    messages.map(({ noticeIds }) => noticeIds.length),
    ctx.clock.now(),
    messages.flatMap(({ noticeIds }) => noticeIds),
    messages.flatMap((message) => message.noticeIds.map(() => firstOf(message))),
  )
}

/**
 * Stores the notices of text messages once more for email, due at `now` (epoch ms), except those that are stored for email to the
 * same recipient already, sent or not.
 */
export const mailInstead = companyRun<[noticeIds: readonly number[], now: number]>(
  'notices.mail_instead',
  `insert into notice (company_id, kind, subject_id, topic, event, channel, user_id, content, created_at, due_at, is_instead_of_sms)
    select company_id, kind, subject_id, topic, event, 'email', user_id, content, $3, $3, true from notice
    where company_id = $1 and notice_id = any($2::bigint[]) on conflict do nothing`,
)
