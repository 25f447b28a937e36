import { alertOpening } from '@millwatch/domain/identity'
import { planMessages } from '@millwatch/domain/notices'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { NotifiedMember } from '../identity/index.ts'
import { checkNotices } from './check.ts'
import type { Channel } from './content.ts'
import { lookAgainMs, rootZone } from './hours.ts'
import {
  dueNotices,
  earlierNotices,
  endNotices,
  holdNotices,
  insertMessages,
  mailInstead,
  type PlannedMessage,
  postponeNotices,
  type RecentRow,
  recentMessages,
  repeatsTooSoon,
  type StoredNotice,
  tryPlanning,
} from './store-plan.ts'

const mostAtOnce = 5000
const behindEarlierMs = 2000
/**
 * Number of text messages to a person within an hour, above which notices come by email (ruling R46). One more text message says
 * so.
 */
const mostSmsInHour = 20

export interface PlanParts extends Pick<Needs, 'stillSubscribed'> {
  /** Returns true if messages of the channel can be sent now, because there is a service for it. */
  readonly canSend: (channel: Channel) => Promise<boolean>
}

/**
 * Puts the due notices of the company, 5,000 at most, into messages, in the transaction of `ctx`. Drops those that must not be
 * sent any more, holds back those outside alert hours, and lists more than five within a minute to one person in one message.
 * Returns the number of due notices; 0 also while another server plans for the company.
 */
export async function planDue(ctx: Ctx, needs: PlanParts): Promise<number> {
  if (!(await tryPlanning(ctx))) return 0
  const due = await dueNotices(ctx, ctx.clock.now(), mostAtOnce)
  if (due.length === 0) return 0
  const { members, reasons } = await checkNotices(ctx, needs, due)
  await endNotices(ctx, reasons, 'dropped')
  const wanted = due.filter(({ noticeId }) => !reasons.has(noticeId))
  const current = await withoutSuperseded(ctx, wanted)
  const open = await withoutHeld(ctx, current, members)
  const inOrder = await withoutEarly(ctx, open)
  const ready = await withoutOld(ctx, await withService(ctx, needs, inOrder))
  await insertMessages(ctx, await messagesOf(ctx, ready))
  return due.length
}

/**
 * Returns the notices without repeats behind an earlier notice of the same trip that is not sent yet, or was sent less than half
 * an interval of the repeats ago, and drops those repeats. So a person gets a single notice of the trip, however long alert hours
 * or a service held it back, and no repeat right after it (rulings R20, R21).
 */
async function withoutSuperseded(ctx: Ctx, notices: readonly StoredNotice[]): Promise<StoredNotice[]> {
  const repeats = notices.filter(({ content }) => content.kind === 'alarm' && content.about === 'repeat')
  if (repeats.length === 0) return [...notices]
  const now = ctx.clock.now()
  const since = repeats.map(({ content }) => now - halfInterval(content))
  const ids = repeats.map(({ noticeId }) => noticeId)
  const superseded = new Set(await repeatsTooSoon(ctx, ids, since))
  await endNotices(ctx, new Map([...superseded].map((noticeId) => [noticeId, 'superseded'])), 'dropped')
  return notices.filter(({ noticeId }) => !superseded.has(noticeId))
}

/** Returns half the interval of the repeats of an alarm, ms; 0 without repeats. */
const halfInterval = (content: StoredNotice['content']): number =>
  content.kind === 'alarm' ? ((content.reassertMin ?? 0) * MINUTE_MS) / 2 : 0

/**
 * Returns the notices except those about alarms to people outside their alert hours now. Drops those whose trip is over and that
 * are or were outside these hours, and holds the others back until the hours open, but 15 minutes at most.
 */
async function withoutHeld(
  ctx: Ctx,
  notices: readonly StoredNotice[],
  members: ReadonlyMap<number, NotifiedMember>,
): Promise<StoredNotice[]> {
  const now = ctx.clock.now()
  const hasHours = [...members.values()].some(({ enabledMin }) => enabledMin !== null)
  const zone = hasHours ? await rootZone(ctx) : 'UTC'
  const over = new Map<number, string>()
  const held: { noticeId: number; dueAt: number }[] = []
  const open: StoredNotice[] = []
  for (const notice of notices) {
    const member = notice.kind === 'alarm' && notice.userId !== null ? members.get(notice.userId) : undefined
    const openFrom = member === undefined ? now : alertOpening(member, now, zone)
    if (notice.overAt !== null && (openFrom > now || notice.heldAt !== null)) over.set(notice.noticeId, 'over')
    else if (openFrom > now) held.push({ noticeId: notice.noticeId, dueAt: Math.min(openFrom, now + lookAgainMs) })
    else open.push(notice)
  }
  await endNotices(ctx, over, 'dropped')
  if (held.length > 0)
    await holdNotices(
      ctx,
      held.map(({ noticeId }) => noticeId),
      held.map(({ dueAt }) => dueAt),
      now,
    )
  return open
}

/**
 * Returns the notices that need not wait for an earlier one. A `cleared` notice is postponed by 2 s while the `tripped` notice of
 * its trip is not sent, and dropped if its recipient will never get that one (ruling R20).
 */
async function withoutEarly(ctx: Ctx, notices: readonly StoredNotice[]): Promise<StoredNotice[]> {
  const clears = notices.filter(({ event }) => event === 'cleared')
  if (clears.length === 0) return [...notices]
  const states = await earlierNotices(
    ctx,
    clears.map(({ noticeId }) => noticeId),
  )
  const inState = (state: string) => states.filter((row) => row.state === state).map(({ noticeId }) => noticeId)
  await endNotices(ctx, new Map(inState('lost').map((noticeId) => [noticeId, 'trip_not_sent'])), 'dropped')
  const waiting = inState('waiting')
  const dueAt = ctx.clock.now() + behindEarlierMs
  if (waiting.length > 0)
    await postponeNotices(
      ctx,
      waiting,
      waiting.map(() => dueAt),
      false,
    )
  const removed = new Set([...inState('lost'), ...waiting])
  return notices.filter(({ noticeId }) => !removed.has(noticeId))
}

/**
 * Returns the notices whose channel has a service. Postpones the others by a minute, or gives them up 24 hours after their
 * creation.
 */
async function withService(
  ctx: Ctx,
  { canSend }: PlanParts,
  notices: readonly StoredNotice[],
): Promise<StoredNotice[]> {
  const now = ctx.clock.now()
  const ready: StoredNotice[] = []
  for (const [channel, ofChannel] of Map.groupBy(notices, (notice) => notice.channel)) {
    if (await canSend(channel)) {
      ready.push(...ofChannel)
      continue
    }
    const old = ofChannel.filter(({ createdAt }) => now - createdAt >= DAY_MS)
    await endNotices(ctx, new Map(old.map(({ noticeId }) => [noticeId, 'no_service'])), 'given_up')
    const ids = ofChannel.filter(({ createdAt }) => now - createdAt < DAY_MS).map(({ noticeId }) => noticeId)
    if (ids.length > 0)
      await postponeNotices(
        ctx,
        ids,
        ids.map(() => now + MINUTE_MS),
        false,
      )
  }
  return ready
}

/**
 * Returns the notices created less than a day ago, or two days if alert hours held them back. Gives up the older ones, which
 * waited because the company was suspended or no server ran.
 */
async function withoutOld(ctx: Ctx, notices: readonly StoredNotice[]): Promise<StoredNotice[]> {
  const now = ctx.clock.now()
  const isOld = ({ createdAt, heldAt }: StoredNotice) => now - createdAt >= (heldAt === null ? DAY_MS : 2 * DAY_MS)
  const old = notices.filter(isOld)
  await endNotices(ctx, new Map(old.map(({ noticeId }) => [noticeId, 'expired'])), 'given_up')
  return notices.filter((notice) => !isOld(notice))
}

/**
 * Returns the messages to create for these notices: single ones for reports and webhooks; for each person and channel single ones
 * or one list. Postpones the notices of a person who gets too many within a minute, and stores text messages above the limit of
 * an hour for email.
 */
async function messagesOf(ctx: Ctx, all: readonly StoredNotice[]): Promise<PlannedMessage[]> {
  const now = ctx.clock.now()
  // A report is not a line of a list, and no part of a storm.
  const notices = all.filter(({ kind }) => kind !== 'report')
  const userIds = [...new Set(notices.flatMap(({ userId }) => (userId === null ? [] : [userId])))]
  const recent = new Map<string, RecentRow>()
  if (userIds.length > 0)
    for (const row of await recentMessages(ctx, userIds, now - MINUTE_MS, now - HOUR_MS))
      recent.set(`${row.userId}/${row.channel}`, row)
  const messages = singles(all.filter(({ kind }) => kind === 'report'))
  for (const [recipient, ofRecipient] of Map.groupBy(notices, ({ userId, channel }) => `${userId}/${channel}`)) {
    const [first] = ofRecipient
    const lately = recent.get(recipient) ?? { notices: 0, since: null, hasList: false, inHour: 0, hasMoreByMail: false }
    if (first === undefined) continue
    if (first.userId === null) {
      messages.push(...singles(ofRecipient))
      continue
    }
    const isGathered = ofRecipient.some(({ gathered }) => gathered)
    const plan = planMessages(ofRecipient.length, lately, { isGathered, now })
    if (plan.form === 'wait') {
      const ids = ofRecipient.map(({ noticeId }) => noticeId)
      await postponeNotices(
        ctx,
        ids,
        ids.map(() => plan.until),
        true,
      )
      continue
    }
    const planned = plan.form === 'single' ? singles(ofRecipient) : [listOf(ofRecipient)]
    messages.push(...(first.channel === 'sms' ? await withinLimit(ctx, planned, lately) : planned))
  }
  return messages
}

const singles = (notices: readonly StoredNotice[]): PlannedMessage[] =>
  notices.map(({ channel, userId, webhookId, noticeId }) => ({
    ...{ channel, userId, webhookId },
    form: 'single',
    noticeIds: [noticeId],
  }))

const listOf = (notices: readonly StoredNotice[]): PlannedMessage => ({
  channel: notices[0]?.channel ?? 'email',
  userId: notices[0]?.userId ?? null,
  webhookId: null,
  form: 'list',
  noticeIds: notices.map(({ noticeId }) => noticeId),
})

/**
 * Returns those of the planned text messages to a person that stay within the limit of an hour. Stores the notices of the others
 * for email, and adds one last text message that says so, unless one was sent within the hour.
 */
async function withinLimit(
  ctx: Ctx,
  planned: readonly PlannedMessage[],
  { inHour, hasMoreByMail }: Pick<RecentRow, 'inHour' | 'hasMoreByMail'>,
): Promise<PlannedMessage[]> {
  const sent = planned.slice(0, Math.max(0, mostSmsInHour - inHour))
  const rest = planned.slice(sent.length).flatMap(({ noticeIds }) => noticeIds)
  const [first] = planned
  if (rest.length === 0 || first === undefined) return sent
  await mailInstead(ctx, rest, ctx.clock.now())
  if (!hasMoreByMail) return [...sent, { ...first, form: 'more_by_mail', noticeIds: rest }]
  await endNotices(ctx, new Map(rest.map((noticeId) => [noticeId, 'by_mail'])), 'dropped')
  return sent
}
