import type { Attachment } from '../../platform/mail/index.ts'
import { type StopLinks, stopHeaders } from './mail.ts'
import { reportCsv, reportFileName } from './present-report-file.ts'
import type { ReportContent } from './report-content.ts'
import { reportHtml } from './report-html.ts'
import { reportText } from './report-text.ts'
import { type ReaderOfReport, reportView } from './report-view.ts'

/** Mailed report as plain text and as HTML, with its file and headers. */
export interface ReportMail {
  readonly subject: string
  readonly body: string
  readonly html: string
  readonly attachments: readonly Attachment[]
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Returns the mail with a report for one reader; `attachments` is its table as one CSV file. `stop`: links that stop these
 * reports; null: the mail has none.
 */
export function reportMail(report: ReportContent, reader: ReaderOfReport, stop: StopLinks | null): ReportMail {
  const view = reportView(report, reader, stop?.page ?? null)
  const csv = { filename: reportFileName(report), contentType: 'text/csv; charset=utf-8', content: reportCsv(report) }
  return {
    subject: view.subject,
    body: reportText(view),
    html: reportHtml(view),
    attachments: [csv],
    headers: stopHeaders(stop),
  }
}
