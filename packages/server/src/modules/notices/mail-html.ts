const font = "font-family:Inter,system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** CSS that breaks a long name anywhere, which would otherwise widen the mail beyond a phone. */
export const anyBreak = 'overflow-wrap:anywhere;word-break:break-word'

/** Attributes of a table that only places its cells. */
export const layoutTable = 'role="presentation" cellpadding="0" cellspacing="0" width="100%"'

/** Returns a text with `&`, `<`, `>` and quotes escaped, as content of an element or attribute of HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** Returns a name as HTML whose direction of writing does not change that of the text around it. */
export const nameHtml = (text: string): string => `<bdi>${escaped(text)}</bdi>`

/** Returns the HTML of a link in a mail, in the colour of links; escapes address and text. */
export const link = (url: string, text: string): string =>
  `<a class="link" href="${escaped(url)}" style="color:#1f5fbf">${escaped(text)}</a>`

/** Returns the HTML of a link drawn as a button, for the main action of a mail; escapes address and text. */
export const buttonLink = (url: string, text: string): string =>
  `<a class="button" href="${escaped(url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#14202b;color:#ffffff;text-decoration:none;font-size:15px;font-weight:600">${escaped(text)}</a>`

/** Colours of the dark theme, for mail programs that follow the system; others show the styles in place. */
const darkTheme = `@media (prefers-color-scheme:dark){
.page{background:#0b0e12!important;color:#e8edf2!important}
.card{background:#12171d!important;border-color:#27303a!important;color:#e8edf2!important}
.second{color:#a3b0be!important}
.line{border-color:#27303a!important}
.track{background:#27303a!important}
.link{color:#8fb7ff!important}
.under{color:#ff6b66!important}
.tripped{background:#3a1a1c!important;color:#ff8f8a!important}
.cleared{background:#11301f!important;color:#5fd08a!important}
.completed{background:#14294a!important;color:#8fb7ff!important}
.button{background:#e8edf2!important;color:#0b0e12!important}
}
@media (max-width:480px){.narrow{padding-left:16px!important;padding-right:16px!important}}`

interface MailHtml {
  readonly subject: string
  /** HTML of the card. */
  readonly content: string
  /** HTML below the card: why the mail comes, and how to stop it. */
  readonly foot: string
}

/**
 * Returns a mail as HTML at most 600 px wide, in the light theme or, where the mail program can, that of the system. Its styles
 * are inline, and it has no picture and no remote content.
 */
export function mailHtml({ subject, content, foot }: MailHtml): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title><style>:root{color-scheme:light dark}p{margin:0 0 4px}${darkTheme}</style></head>
<body class="page" style="margin:0;background:#f4f6f8;color:#14202b;${font}">
<table class="page" ${layoutTable} style="background:#f4f6f8;table-layout:fixed"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" cellpadding="0" cellspacing="0" width="600" style="max-width:600px;width:100%;table-layout:fixed;${font}">
<tr><td class="narrow" style="padding:14px 24px;background:#0b0e12;border-radius:8px 8px 0 0;color:#e8edf2;font-size:16px;font-weight:600">&#9698;&nbsp; Millwatch</td></tr>
<tr><td class="card narrow" style="padding:24px;background:#ffffff;border:1px solid #d5dce3;border-top:0;border-radius:0 0 8px 8px;color:#14202b;${anyBreak}">${content}</td></tr>
<tr><td class="second narrow" style="padding:16px 24px;color:#475665;font-size:12px;line-height:1.5">${foot}</td></tr>
</table></td></tr></table></body></html>
`
}
