import type { Ctx } from '../../platform/ctx.ts'
import { JSON_SEPARATOR, jsonTexts, numberArray, textArray } from '../../platform/db/arrays.ts'
import { companyRead, companyRows } from '../../platform/db/statements.ts'
import type { AnyContent, NewNotice } from './content.ts'

/** SQL of the present time by the database's clock, which all servers share, in epoch ms. */
export const databaseNow = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

/** Returns the present time of the database's clock, epoch ms. */
export const databaseTime = companyRead<{ now: number }, number>(
  'notices.database_time',
  `select ${databaseNow} as now where $1::bigint is not null`,
  ([row]) => row?.now ?? 0,
)

const insert = {
  name: 'notices.insert',
  text: `with fresh as (
      select position, kind, subject_id, topic, event, content::jsonb as content
      from unnest($2::text[], $3::bigint[], $4::text[], $5::text[], string_to_array($6, ${JSON_SEPARATOR}))
        with ordinality as f (kind, subject_id, topic, event, content, position)
    ), sent_to as (
      select position, channel, user_id, null::bigint as webhook_id
      from unnest($7::bigint[], $8::text[], $9::bigint[]) as r (position, channel, user_id)
      union all
      select position, 'webhook', null, webhook_id from fresh, webhook where company_id = $1 and kind <> 'report'
    ), stored as (
      insert into notice (company_id, kind, subject_id, topic, event, channel, user_id, webhook_id, content, created_at, due_at)
      select $1, kind, subject_id, topic, event, channel, user_id, webhook_id, content, least($10, ${databaseNow}),
        least($10, ${databaseNow})
      from fresh join sent_to using (position) order by position, channel, user_id
      on conflict do nothing returning 1
    )
    select count(*)::int as count from stored`,
}

function subjectOf(content: AnyContent): number {
  if (content.kind === 'report') return content.orgUnitId
  return content.kind === 'alarm' ? content.alarmId : content.runId
}

/**
 * Stores notices, one row per recipient and per webhook of the company; reports do not go to webhooks. Skips rows that exist
 * already. Returns the number of new rows.
 */
export async function insertNotices(ctx: Ctx, notices: readonly NewNotice[]): Promise<number> {
  const recipients = notices.flatMap((notice, index) =>
    notice.recipients.map((recipient) => ({ ...recipient, position: index + 1 })),
  )
  const [row] = await ctx.tx.prepared<{ count: number }>(insert, [
    ctx.companyId,
    textArray(notices.map(({ content }) => content.kind)),
    numberArray(notices.map(({ content }) => subjectOf(content))),
    textArray(notices.map((notice) => notice.topic)),
    textArray(notices.map((notice) => notice.event)),
    jsonTexts(notices.map((notice) => JSON.stringify(notice.content))),
    numberArray(recipients.map((recipient) => recipient.position)),
    textArray(recipients.map((recipient) => recipient.channel)),
    numberArray(recipients.map((recipient) => recipient.userId)),
    ctx.clock.now(),
  ])
  return row?.count ?? 0
}

const close = {
  name: 'notices.close',
  text: `update notice set over_at = $3
    where company_id = $1 and topic = any($2::text[]) and event <> 'cleared' and ended_at is null and over_at is null`,
}

const closeRepeats = {
  name: 'notices.close_repeats',
  text: `update notice set over_at = $3
    where company_id = $1 and topic = any($2::text[]) and starts_with(event, 'repeat:') and ended_at is null and over_at is null`,
}

const reopen = {
  name: 'notices.reopen',
  text: `update notice set over_at = null, ended_at = null, outcome = null, reason = null, due_at = $3,
      notice_message_id = case when ended_at is null then notice_message_id end
    where company_id = $1 and topic = any($2::text[]) and event = 'tripped'
      and (ended_at is null and over_at is not null or outcome = 'dropped' and reason = 'over')`,
}

/**
 * Makes the `tripped` notices of these topics that were marked as over wait again, due at once, also those that were dropped for
 * that reason. Repeats stay over. Does nothing without topics.
 */
export async function markTopicsOpen(ctx: Ctx, topics: readonly string[]): Promise<void> {
  if (topics.length === 0) return
  await ctx.tx.prepared(reopen, [ctx.companyId, textArray(topics), ctx.clock.now()])
}

/** Marks the notices of these topics that have not ended as over, except `cleared` notices. Does nothing without topics. */
export async function markTopicsOver(ctx: Ctx, topics: readonly string[]): Promise<void> {
  if (topics.length === 0) return
  await ctx.tx.prepared(close, [ctx.companyId, textArray(topics), ctx.clock.now()])
}

/** Marks the repeats of these topics that have not ended as over. Does nothing without topics. */
export async function markRepeatsOver(ctx: Ctx, topics: readonly string[]): Promise<void> {
  if (topics.length === 0) return
  await ctx.tx.prepared(closeRepeats, [ctx.companyId, textArray(topics), ctx.clock.now()])
}

/** Returns the pairs of topic and user, among those given, for which a notice exists, sent or not. */
export const noticedTopics = companyRows<
  { readonly topic: string; readonly userId: number },
  [topics: readonly string[], userIds: readonly number[]]
>(
  'notices.noticed_topics',
  `select distinct topic, user_id as "userId" from notice
    where company_id = $1 and topic = any($2::text[]) and user_id = any($3::bigint[])`,
)
