import { listMails } from '@millwatch/contract/http/notices'
import type { Needs } from '../../platform/calls/needs.ts'
import { NotFound } from '../../platform/errors.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { listMailOfCompany } from '../identity/index.ts'

const mostShown = 200

/**
 * Registers the route that lists the last 200 mails of the company. Outside a demo it answers 404, as mail is private.
 */
export function mailRoutes(router: Router, { isDemo }: Pick<Needs, 'isDemo'>): void {
  router.signedIn(listMails, async ({ caller, inCompany }) => {
    if (!(await isDemo())) throw new NotFound()
    const mails = await inCompany((ctx) => listMailOfCompany(ctx.tx, caller.companyId, mostShown))
    return success({
      mails: mails.map((mail) => ({
        id: mail.mailId,
        recipient: mail.recipient,
        subject: mail.subject,
        body: mail.body,
        created_at: toIso(mail.createdAt),
        sent_at: toIsoOrNull(mail.sentAt),
        failed_at: toIsoOrNull(mail.failedAt),
      })),
    })
  })
}
