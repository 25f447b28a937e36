import { listMails } from '@millwatch/contract/http/mail'
import { listMailOfCompany } from '../../platform/directory/index.ts'
import { NotFound } from '../../platform/errors.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { type Router, success } from '../../platform/http/route.ts'
import type { IdentityDeps } from './routes.ts'

const mostShown = 200

/** What the demo caught. An installation that is no demo has no such page: mail is between it and its people. */
export function mailRoutes(router: Router, { isDemo }: Pick<IdentityDeps, 'isDemo'>): void {
  router.person(listMails, async ({ caller, inCompany }) => {
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
