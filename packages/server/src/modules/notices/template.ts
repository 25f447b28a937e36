import type { NoticeText } from './text.ts'

const marks: Readonly<Record<NoticeText['state'], { colour: string; tint: string; word: string }>> = {
  tripped: { colour: '#c32a27', tint: '#fbeceb', word: 'Tripped' },
  cleared: { colour: '#0f7a3d', tint: '#e9f5ee', word: 'Cleared' },
  completed: { colour: '#1f5fbf', tint: '#e9f0fb', word: 'Completed' },
}
const font = "font-family:Inter,system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
/** Breaks a long name, which would widen the mail beyond a phone. */
const anyBreak = 'overflow-wrap:anywhere;word-break:break-word'
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Returns a text as content of an element or attribute of HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

export interface MailPage {
  readonly subject: string
  /** Notices that are shown: one in detail, or several as a list. */
  readonly texts: readonly NoticeText[]
  /** Text about the notices that are not shown; empty: all are shown. */
  readonly more: string
  readonly reason: string
  readonly stop: { readonly url: string; readonly text: string } | null
}

const mark = ({ state }: NoticeText) =>
  `<span style="display:inline-block;padding:2px 10px;border-radius:10px;background:${marks[state].tint};color:${marks[state].colour};font-size:13px;font-weight:600">${marks[state].word}</span>`

const link = (url: string, text: string, style: string) =>
  `<a href="${escaped(url)}" style="${style}">${escaped(text)}</a>`

const line = (text: string) =>
  `<p style="margin:0 0 8px;font-size:15px;line-height:1.5"><bdi>${escaped(text)}</bdi></p>`

const detail = (text: NoticeText) =>
  `${mark(text)}<h1 style="margin:12px 0 12px;font-size:20px;line-height:1.3"><bdi>${escaped(text.title)}</bdi></h1>
${text.lines.map(line).join('')}
<p style="margin:20px 0 0">${link(text.url, text.urlText, 'display:inline-block;padding:10px 18px;border-radius:8px;background:#1f5fbf;color:#fff;text-decoration:none;font-size:15px;font-weight:600')}</p>`

const listRow = (text: NoticeText) =>
  `<tr><td width="92" style="padding:10px 12px 10px 0;border-top:1px solid #d5dce3;vertical-align:top">${mark(text)}</td><td style="padding:10px 0;border-top:1px solid #d5dce3">${link(text.url, text.title, 'color:#1f5fbf;font-size:15px;font-weight:600;text-decoration:none')}<div style="margin-top:2px;color:#475665;font-size:14px;line-height:1.4"><bdi>${escaped(text.lines.join(' '))}</bdi></div></td></tr>`

const list = ({ subject, texts, more }: MailPage) =>
  `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3"><bdi>${escaped(subject)}</bdi></h1>
<table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="table-layout:fixed">${texts.map(listRow).join('')}</table>
${more === '' ? '' : `<p style="margin:12px 0 0;color:#475665;font-size:14px">${escaped(more)}</p>`}`

/** Returns a mail as HTML: the look of the product, with styles in place and without any picture or remote content. */
export function page(mail: MailPage): string {
  const { subject, texts, reason, stop } = mail
  const [first] = texts
  const content = texts.length > 1 || first === undefined ? list(mail) : detail(first)
  const stopLink = stop === null ? '' : `<br>${link(stop.url, stop.text, 'color:#5f6e7d')}`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escaped(subject)}</title></head>
<body style="margin:0;background:#f4f6f8;color:#14202b;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f6f8;table-layout:fixed"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="max-width:600px;width:100%;table-layout:fixed;${font};color:#14202b">
<tr><td style="padding:14px 24px;background:#0b0e12;border-radius:8px 8px 0 0;color:#e8edf2;font-size:16px;font-weight:600"><span style="color:#e8edf2">&#9698;</span>&nbsp; Millwatch</td></tr>
<tr><td style="padding:24px;background:#ffffff;border:1px solid #d5dce3;border-top:0;border-radius:0 0 8px 8px;${anyBreak}">${content}</td></tr>
<tr><td style="padding:16px 24px;color:#5f6e7d;font-size:12px;line-height:1.5">${escaped(reason)}${stopLink}</td></tr>
</table></td></tr></table></body></html>
`
}
