import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Success } from '../shapes/common.ts'

const WhichReport = Type.Object(
  { cadence: Type.Union([Type.Literal('daily'), Type.Literal('weekly')]) },
  { additionalProperties: false },
)

/**
 * Returns the daily or weekly report that the caller would have got last by mail, about the unit in the caller's
 * settings, also when these settings ask for no reports.
 */
export const previewMailedReport = endpoint('GET', '/v0/user/report', 'reports', {
  operation: 'user.report.read',
  policy: { least: 'user', scope: 'self', rate: 'heavy', listable: false },
  summary: 'The daily or weekly report as its mail looks',
  shapes: { query: WhichReport, answer: Type.Unsafe<never>({ description: 'HTML' }) },
})

/**
 * Mails the daily or weekly report of `previewMailedReport` to the caller, once per minute at most: a repeated call
 * within the minute sends nothing more.
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
