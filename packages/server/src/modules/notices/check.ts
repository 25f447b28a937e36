import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { recipientsOf } from '../groups/index.ts'
import { type NotifiedMember, notifiedMembers } from '../identity/index.ts'
import type { PersonChannel } from './content.ts'
import type { StoredNotice } from './store-plan.ts'
import { refusalsOf } from './store-refusals.ts'

/** Subscription, of a person or of a group with that person, by which the person gets a notice of an alarm. */
export interface SubscriptionOfNotice {
  readonly alarmId: number
  readonly userId: number
  readonly channel: PersonChannel
}

declare module '../../platform/calls/needs.ts' {
  interface Needs {
    /** Secret of the installation for links that stop notices and for webhooks. */
    readonly noticeSecret: Buffer
    /**
     * Returns for each subscription, in their order, true if it exists now: the person's own, or that of a group with the person.
     */
    readonly stillSubscribed: (ctx: Ctx, subscriptions: readonly SubscriptionOfNotice[]) => Promise<readonly boolean[]>
  }
}

/**
 * Result of a check of notices: their recipients who are members, by user id, and for each notice that must not be sent the
 * reason, by notice id.
 */
export interface Checked {
  readonly members: ReadonlyMap<number, NotifiedMember>
  readonly reasons: ReadonlyMap<number, string>
}

/**
 * Returns the channel of the subscription or group by which a notice is sent: `sms` for a text message or an email in place of
 * one, else `email`.
 */
const subscribedBy = ({ channel, isInsteadOfSms }: StoredNotice): PersonChannel =>
  channel === 'sms' || isInsteadOfSms ? 'sms' : 'email'

const keyOf = (kind: string, subjectId: number, userId: number | null, channel: string) =>
  `${kind}/${subjectId}/${userId}/${channel}`

/**
 * Returns the members among the recipients of notices, and the reason of each notice that must not be sent any more. A notice to
 * a person is not sent if the person left the company, has no phone for a text message, stopped it by the link of a mail or in
 * the settings, or has no subscription or group for it. A repeat is not sent, not even to a webhook, if its trip is over.
 */
export async function checkNotices(
  ctx: Ctx,
  { stillSubscribed }: Pick<Needs, 'stillSubscribed'>,
  notices: readonly StoredNotice[],
): Promise<Checked> {
  const toPeople = notices.filter((notice) => notice.userId !== null)
  const userIds = [...new Set(toPeople.map(({ userId }) => userId ?? 0))]
  if (userIds.length === 0) return { members: new Map(), reasons: repeatsOver(notices) }
  const members = new Map(
    (await notifiedMembers(ctx.tx, ctx.companyId, userIds)).map((member) => [member.userId, member]),
  )
  const refused = new Set(
    (await refusalsOf(ctx, userIds)).map((row) => keyOf(row.kind, row.subjectId, row.userId, row.channel)),
  )
  const unwanted = await unsubscribed(ctx, stillSubscribed, toPeople)
  const reasonOf = (notice: StoredNotice): string | null => {
    const member = members.get(notice.userId ?? 0)
    if (member === undefined) return 'left'
    if (notice.channel === 'sms' && member.phone === null) return 'no_phone'
    // An email in place of a text message contains the link that stops emails.
    const channels = new Set([notice.channel, subscribedBy(notice)])
    for (const channel of channels)
      if (refused.has(keyOf(notice.kind, notice.subjectId, notice.userId, channel))) return 'stopped_by_link'
    if (isUnwantedReport(notice, member)) return 'unsubscribed'
    return unwanted.get(notice.noticeId) ?? null
  }
  const reasons = new Map(repeatsOver(notices))
  for (const notice of toPeople) {
    const reason = reasonOf(notice)
    if (reason !== null) reasons.set(notice.noticeId, reason)
  }
  return { members, reasons }
}

/**
 * Returns true for a regular report whose cadence is switched off in the settings of its recipient; false for every other notice.
 */
const isUnwantedReport = (
  { content }: StoredNotice,
  { weeklyReportEnabled, dailyReportDays }: NotifiedMember,
): boolean =>
  content.kind === 'report' &&
  content.isRegular &&
  !(content.cadence === 'weekly' ? weeklyReportEnabled : dailyReportDays.length > 0)

/** Returns the reason `over` by notice id, for each repeat whose trip is over. */
const repeatsOver = (notices: readonly StoredNotice[]) =>
  new Map(
    notices
      .filter(({ content, overAt }) => overAt !== null && content.kind === 'alarm' && content.about === 'repeat')
      .map(({ noticeId }): [number, string] => [noticeId, 'over']),
  )

/**
 * Returns a reason by notice id for each notice whose recipient no longer gets it: `unsubscribed` for an alarm without
 * subscription, `left_group` for a run if none of its groups reaches the person over the channel of the notice.
 */
async function unsubscribed(
  ctx: Ctx,
  stillSubscribed: Needs['stillSubscribed'],
  notices: readonly StoredNotice[],
): Promise<Map<number, string>> {
  const reasons = new Map<number, string>()
  const ofAlarms = notices.filter(({ kind }) => kind === 'alarm')
  const subscriptions = ofAlarms.map((notice) => ({
    alarmId: notice.subjectId,
    userId: notice.userId ?? 0,
    channel: subscribedBy(notice),
  }))
  const answers = subscriptions.length === 0 ? [] : await stillSubscribed(ctx, subscriptions)
  ofAlarms.forEach(({ noticeId }, index) => {
    if (answers[index] !== true) reasons.set(noticeId, 'unsubscribed')
  })
  const ofRuns = Map.groupBy(
    notices.filter(({ kind }) => kind === 'run'),
    ({ subjectId }) => subjectId,
  )
  for (const ofRun of ofRuns.values()) {
    const groupIds = ofRun.flatMap(({ content }) => (content.kind === 'run' ? content.groupIds : []))
    const recipients = await recipientsOf(ctx, groupIds)
    for (const notice of ofRun) {
      const recipient = recipients.find((candidate) => candidate.userId === notice.userId)
      const address = subscribedBy(notice) === 'sms' ? recipient?.phone : recipient?.email
      if (address === null || address === undefined) reasons.set(notice.noticeId, 'left_group')
    }
  }
  return reasons
}
