import { buttonLink, escaped, layoutTable, link, mailHtml, nameHtml } from './mail-html.ts'
import type { NoticeText } from './text.ts'

const marks: Readonly<Record<NoticeText['state'], { colour: string; tint: string; word: string }>> = {
  tripped: { colour: '#c32a27', tint: '#fbeceb', word: 'Tripped' },
  cleared: { colour: '#0f7a3d', tint: '#e9f5ee', word: 'Cleared' },
  completed: { colour: '#1f5fbf', tint: '#e9f0fb', word: 'Completed' },
}
export interface MailPage {
  readonly subject: string
  /** Notices that are shown: one in detail, or several as a list. */
  readonly texts: readonly NoticeText[]
  /** Text with the number of the notices that are not shown; empty: all are shown. */
  readonly more: string
  readonly reason: string
  readonly stop: { readonly url: string; readonly text: string } | null
}

const mark = ({ state }: NoticeText) =>
  `<span class="${state}" style="display:inline-block;padding:2px 10px;border-radius:10px;background:${marks[state].tint};color:${marks[state].colour};font-size:13px;font-weight:600">${marks[state].word}</span>`

const line = (text: string) => `<p style="margin:0 0 8px;font-size:15px;line-height:1.5">${nameHtml(text)}</p>`

const detail = (text: NoticeText) =>
  `${mark(text)}<h1 style="margin:12px 0 12px;font-size:20px;line-height:1.3">${nameHtml(text.title)}</h1>
${text.lines.map(line).join('')}
<p style="margin:20px 0 0">${buttonLink(text.url, text.urlText)}</p>`

const listRow = (text: NoticeText) =>
  `<tr><td class="line" width="92" style="padding:10px 12px 10px 0;border-top:1px solid #d5dce3;vertical-align:top">${mark(text)}</td><td class="line" style="padding:10px 0;border-top:1px solid #d5dce3;font-size:15px;line-height:1.4;font-weight:600">${link(text.url, text.title)}<div class="second" style="margin-top:2px;color:#475665;font-size:14px;font-weight:400">${nameHtml(text.lines.join(' '))}</div></td></tr>`

const list = ({ subject, texts, more }: MailPage) =>
  `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${nameHtml(subject)}</h1>
<table ${layoutTable} style="table-layout:fixed">${texts.map(listRow).join('')}</table>
${more === '' ? '' : `<p class="second" style="margin:12px 0 0;color:#475665;font-size:14px">${escaped(more)}</p>`}`

/** Returns a mail about notices as HTML: a single notice in detail, else a list. */
export function page(mail: MailPage): string {
  const { subject, texts, reason, stop } = mail
  const [first] = texts
  const content = texts.length > 1 || first === undefined ? list(mail) : detail(first)
  const foot = `${escaped(reason)}${stop === null ? '' : `<br>${link(stop.url, stop.text)}`}`
  return mailHtml({ subject, content, foot })
}
