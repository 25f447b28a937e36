import type { Answer } from '@millwatch/contract/endpoint'
import type { readUnsubscription } from '@millwatch/contract/http/notices'
import type { Cadence } from '@millwatch/domain/reports'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import { asSystem, type Ctx } from '../../platform/ctx.ts'
import { Invalid } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { notifiedMembers } from '../identity/index.ts'
import { changeOwn } from '../members/index.ts'
import { alarmsOfMessage, latestOfAlarms } from './store-log.ts'
import { insertRefusals } from './store-refusals.ts'
import { noticeText } from './text.ts'
import { readUnsubscribeToken } from './token.ts'

type LinkNeeds = Pick<Needs, 'database' | 'clock' | 'noticeSecret' | 'publicUrl'>

/** Titles of the alarms and kinds of reports that a link stops. */
type Stoppable = Pick<Answer<typeof readUnsubscription>, 'alarms' | 'reports'>

const nothing: Stoppable = { alarms: [], reports: [] }

/** Person of a link, with the alarms or the one kind of reports that the link stops. Null `report`: the link is about alarms. */
interface Link {
  readonly userId: number
  readonly alarmIds: readonly number[]
  readonly report: Cadence | null
}

/**
 * Runs `work` in the company of a link, for its person and what it stops, and returns its result. Throws 400 for a link that this
 * installation did not sign.
 */
function withLink<T>(
  { database, clock, noticeSecret }: LinkNeeds,
  token: string,
  work: (ctx: Ctx, link: Link) => Promise<T>,
): Promise<T> {
  const right = readUnsubscribeToken(noticeSecret, token)
  if (right === null) throw new Invalid(undefined, 'unsubscribe_token_invalid')
  const { companyId, about, id, userId } = right
  return asSystem({ database, clock }, companyId, async (ctx) => {
    if (about === 'daily' || about === 'weekly') return work(ctx, { userId, alarmIds: [], report: about })
    const alarmIds = about === 'alarm' ? [id] : await alarmsOfMessage(ctx, id, userId)
    return work(ctx, { userId, alarmIds, report: null })
  })
}

/**
 * Returns the alarms that a link stops, by their titles in mails, or the kind of reports. Omits alarms without a stored notice to
 * the person. Changes nothing. 400 for a link that this installation did not sign.
 */
export const stoppableByLink = (needs: LinkNeeds, token: string): Promise<Stoppable> =>
  withLink(needs, token, async (ctx, link) => ({
    alarms: await titlesOf(ctx, needs, link),
    reports: link.report === null ? [] : [link.report],
  }))

async function titlesOf(ctx: Ctx, { publicUrl }: LinkNeeds, { userId, alarmIds }: Link): Promise<string[]> {
  const latest = await latestOfAlarms(ctx, userId, alarmIds)
  const style = { locale: null, clockHours: null }
  return latest.map(
    ({ content, createdAt }) => noticeText(content, { style, at: createdAt, publicUrl: publicUrl() }).title,
  )
}

/**
 * Stops the emails that a link is about, with audit entry, and returns their subjects. For alarms it refuses emails by the
 * person's own subscription and by groups; for reports it switches the daily or the weekly report off in the person's settings.
 * It may be repeated. Does nothing and returns no subjects for a person who has left the company. 400 for a link that this
 * installation did not sign.
 */
export const unsubscribeByLink = (needs: LinkNeeds, token: string): Promise<Stoppable> =>
  withLink(needs, token, async (ctx, link) => {
    const { userId, alarmIds, report } = link
    const [member] = await notifiedMembers(ctx.tx, ctx.companyId, [userId])
    if (member === undefined) return nothing
    if (report !== null) {
      await stopReport(ctx, userId, report)
      return { alarms: [], reports: [report] }
    }
    if (alarmIds.length === 0) return nothing
    await stopAlarms(ctx, userId, alarmIds)
    return { alarms: await titlesOf(ctx, needs, link), reports: [] }
  })

async function stopAlarms(ctx: Ctx, userId: number, alarmIds: readonly number[]): Promise<void> {
  await insertRefusals(ctx, userId, alarmIds, 'email', ctx.clock.now())
  await stateFact(ctx, { kind: 'notice.refused', userId, alarmIds })
  for (const alarmId of alarmIds)
    await recordAudit(ctx, {
      operation: 'notice.unsubscribe',
      subject: `alarm/${alarmId}`,
      after: { userId, channel: 'email' },
    })
}

async function stopReport(ctx: Ctx, userId: number, report: Cadence): Promise<void> {
  await changeOwn(ctx, userId, report === 'daily' ? { dailyReportDays: [] } : { weeklyReportEnabled: false })
  await recordAudit(ctx, {
    operation: 'notice.unsubscribe',
    subject: `user/${userId}`,
    after: { report, channel: 'email' },
  })
}
