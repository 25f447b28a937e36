import { previewMailedReport, sendMailedReport } from '@millwatch/contract/http/reports-mailed'
import { MINUTE_MS } from '@millwatch/domain/time'
import { recordAudit } from '../../platform/audit/store.ts'
import { askOf } from '../../platform/calls/as-of-now.ts'
import { type ModuleCall, personOf, preparedCommand, streamed } from '../../platform/calls/calls.ts'
import { Conflict } from '../../platform/errors.ts'
import { Streamed } from '../../platform/http/route.ts'
import { notifiedMembers } from '../identity/index.ts'
import { enqueueNotices, reportMail } from '../notices/index.ts'
import { latestReport } from './mailed.ts'

/** Content security policy of a mail that is shown as a page: inline styles only, nothing is loaded and no script runs. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups"

/** Calls by which people preview the report that is mailed to them, and mail it to themselves at once. */
export const mailedCalls: readonly ModuleCall[] = [
  streamed(
    previewMailedReport,
    async (ctx, request, asOf, { publicUrl }) => {
      const { userId } = personOf(request)
      const report = await latestReport(ctx, asOf, userId, request.query.cadence)
      const [member] = await notifiedMembers(ctx.tx, ctx.companyId, [userId])
      return reportMail(report, { style: member ?? { locale: null, clockHours: null }, publicUrl: publicUrl() }, null)
        .html
    },
    (html) =>
      new Streamed(Buffer.from(html), {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': mailPolicy,
      }),
  ),
  preparedCommand(sendMailedReport, {
    async prepare(request, needs) {
      const { userId } = personOf(request)
      if (!(await needs.canMail())) throw new Conflict('mail_missing')
      return askOf(needs, request, (ctx, asOf) => latestReport(ctx, asOf, userId, request.body.cadence))
    },
    async action(ctx, content, request) {
      const { userId } = personOf(request)
      const { cadence } = request.body
      const recipients = [{ userId, channel: 'email' }] as const
      const topic = `report:${cadence}:asked:${Math.floor(ctx.clock.now() / MINUTE_MS)}`
      await enqueueNotices(ctx, [{ topic, event: 'asked', content, recipients }])
      await recordAudit(ctx, { operation: 'user.report.send', subject: `user/${userId}`, after: { cadence } })
      return userId
    },
    async present(userId, ctx) {
      const [member] = await notifiedMembers(ctx.tx, ctx.companyId, [userId])
      return { recipient: member?.email ?? '' }
    },
  }),
]
