import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Success } from '../shapes/common.ts'

const WhichReport = Type.Object(
  { cadence: Type.Union([Type.Literal('daily'), Type.Literal('weekly')]) },
  { additionalProperties: false },
)

/**
 * Returns as HTML the daily or weekly report about the last complete day or week, for the unit in the caller's settings, else for
 * the root. It also returns a report if these settings request none.
 */
export const previewMailedReport = endpoint('GET', '/v0/user/report', 'reports', {
  operation: 'user.report.read',
  policy: { least: 'user', scope: 'self', rate: 'heavy', listable: false },
  summary: 'The daily or weekly report as its mail looks',
  shapes: { query: WhichReport, answer: Type.Unsafe<never>({ description: 'HTML' }) },
})

/**
 * Mails to the caller the report that `previewMailedReport` returns, at most once per kind and minute of the clock: a repeated
 * call within that minute gives the same answer and sends no mail.
 */
export const sendMailedReport = endpoint('POST', '/v0/user/report', 'reports', {
  operation: 'user.report.send',
  policy: { least: 'user', scope: 'self', rate: 'heavy', audit: true, listable: false },
  summary: 'Mail the daily or weekly report to the caller now',
  shapes: {
    body: WhichReport,
    answer: Type.Object({ status: Success, recipient: Type.String() }),
  },
})
