import { recordAudit } from '../../platform/audit/store.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Invalid } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { notifiedMembers } from '../identity/index.ts'
import { alarmsOfMessage, latestOfAlarms } from './store-log.ts'
import { insertRefusals } from './store-refusals.ts'
import { noticeText } from './text.ts'
import { readUnsubscribeToken, type Unsubscription } from './token.ts'

type LinkNeeds = Pick<Needs, 'database' | 'clock' | 'noticeSecret' | 'publicUrl'>

/** Runs work for the alarms of a link; throws 400 for a link that this installation did not sign. */
function withLink<T>(
  { database, clock, noticeSecret }: LinkNeeds,
  token: string,
  work: (ctx: Ctx, link: Unsubscription, alarmIds: readonly number[]) => Promise<T>,
): Promise<T> {
  const link = readUnsubscribeToken(noticeSecret, token)
  if (link === null) throw new Invalid(undefined, 'unsubscribe_token_invalid')
  const { companyId, about, id, userId } = link
  return database.inCompany(companyId, async (tx) => {
    const ctx: Ctx = { companyId, actor: { kind: 'system' }, tx, clock }
    return work(ctx, link, about === 'alarm' ? [id] : await alarmsOfMessage(ctx, id, userId))
  })
}

/** Returns the titles of the alarms that a link is about, as they stand in the mails; none for alarms whose notices are gone. */
export const alarmsOfLink = (needs: LinkNeeds, token: string): Promise<string[]> =>
  withLink(needs, token, (ctx, { userId }, alarmIds) => titlesOf(ctx, needs, userId, alarmIds))

async function titlesOf(ctx: Ctx, needs: LinkNeeds, userId: number, alarmIds: readonly number[]): Promise<string[]> {
  const latest = await latestOfAlarms(ctx, userId, alarmIds)
  const style = { locale: null, clockHours: null }
  return latest.map(
    ({ content, createdAt }) => noticeText(content, { style, at: createdAt, publicUrl: needs.publicUrl() }).title,
  )
}

/**
 * Stops the emails to the person of a link about its alarms, with audit entry: the own subscription by email ends, and a
 * group does not reach the person either. Returns the titles of the alarms. It may be repeated, and does nothing for
 * somebody who has left.
 */
export const unsubscribeByLink = (needs: LinkNeeds, token: string): Promise<string[]> =>
  withLink(needs, token, async (ctx, { userId }, alarmIds) => {
    const [member] = await notifiedMembers(ctx.tx, ctx.companyId, [userId])
    if (member === undefined || alarmIds.length === 0) return []
    await insertRefusals(ctx, userId, alarmIds, 'email', ctx.clock.now())
    await stateFact(ctx, { kind: 'notice.refused', userId, alarmIds })
    for (const alarmId of alarmIds)
      await recordAudit(ctx, {
        operation: 'notice.unsubscribe',
        subject: `alarm/${alarmId}`,
        after: { userId, channel: 'email' },
      })
    return titlesOf(ctx, needs, userId, alarmIds)
  })
