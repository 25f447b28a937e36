import { page } from './template.ts'
import { listSubject, type NoticeText } from './text.ts'

/** Mail as plain text and as HTML, with its subject and extra headers. */
export interface NoticeMail {
  readonly subject: string
  readonly body: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/** Links with which a reader stops the notices of a mail: a page for people, and an address that mail programs post to. */
export interface StopLinks {
  readonly page: string
  readonly oneClick: string
}

/** Returns the headers by which mail programs stop the notices of a mail in one click (RFC 8058); an empty object for null. */
export const stopHeaders = (stop: StopLinks | null): Readonly<Record<string, string>> =>
  stop === null
    ? {}
    : { 'List-Unsubscribe': `<${stop.oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

const mostListed = 100
const why = 'You get this mail because you or your group subscribed to it in Millwatch.'
const whyRun = 'You get this mail because a run names your group in Millwatch.'
const whyBoth =
  'You get this mail because you or your group subscribed to its alarms, and a run names your group in Millwatch.'

/** Returns the sentence that says why a person gets a mail about alarms, about runs (`stop` is null), or about both. */
function reasonOf(texts: readonly NoticeText[], stop: StopLinks | null): string {
  if (stop === null) return whyRun
  return texts.some(({ state }) => state === 'completed') ? whyBoth : why
}

/**
 * Returns the mail about notices to one person: a single notice in detail, or a list of the first 100 with the number of the
 * others. `stop`: links that stop its notices about alarms; null: all its notices are about runs, and the mail has no link.
 */
export function mailOf(texts: readonly NoticeText[], stop: StopLinks | null): NoticeMail {
  const [first] = texts
  const isList = texts.length > 1
  const subject = isList ? listSubject(texts) : (first?.title ?? '')
  const shown = texts.slice(0, mostListed)
  const rest = texts.length - shown.length
  const more = rest === 0 ? '' : `and ${rest} more`
  const reason = reasonOf(texts, stop)
  const stopText = isList ? 'Stop mails about all of these alarms' : 'Stop mails about this alarm'
  const foot = [reason, ...(stop === null ? [] : [`${stopText}: ${stop.page}`])].join('\n')
  const plain = [
    ...shown.map(({ title, lines, url }) => [title, '', ...lines, '', url, ''].join('\n')),
    ...(more === '' ? [] : [`${more}\n`]),
  ]
  return {
    subject,
    body: `${plain.join('\n')}\n-- \n${foot}\n`,
    html: page({
      subject,
      texts: shown,
      more,
      reason,
      stop: stop === null ? null : { url: stop.page, text: stopText },
    }),
    headers: stopHeaders(stop),
  }
}
