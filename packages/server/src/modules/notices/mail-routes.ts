import { listMails } from '@millwatch/contract/http/notices'
import type { Needs } from '../../platform/calls/needs.ts'
import { NotFound } from '../../platform/errors.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { listMailOfCompany } from '../identity/index.ts'
import { caughtMessages } from './store-log.ts'

const mostShown = 200

/**
 * Registers the route that lists the latest 200 mails and text messages of the company, newest first. Outside a demo it answers
 * 404, as mail is private.
 */
export function mailRoutes(router: Router, { isDemo }: Pick<Needs, 'isDemo'>): void {
  router.signedIn(listMails, async ({ caller, inCompany }) => {
    if (!(await isDemo())) throw new NotFound()
    const { mails, messages } = await inCompany(async (ctx) => ({
      mails: await listMailOfCompany(ctx.tx, caller.companyId, mostShown),
      messages: await caughtMessages(ctx, mostShown),
    }))
    const all = [
      ...mails.map((mail) => ({ ...mail, id: `mail-${mail.mailId}`, channel: 'email' as const })),
      ...messages.map((message) => ({ ...message, id: `notice-${message.messageId}`, failedAt: null })),
    ]
    const latest = all.toSorted((a, b) => b.createdAt - a.createdAt).slice(0, mostShown)
    return success({
      mails: latest.map(({ id, channel, recipient, subject, body, createdAt, sentAt, failedAt }) => ({
        ...{ id, channel, recipient, subject, body, created_at: toIso(createdAt) },
        sent_at: toIsoOrNull(sentAt),
        failed_at: toIsoOrNull(failedAt),
      })),
    })
  })
}
