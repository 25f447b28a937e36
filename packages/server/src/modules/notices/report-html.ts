import { anyBreak, buttonLink, escaped, link, mailHtml, nameHtml as name, layoutTable as table } from './mail-html.ts'
import type { ReportBar, ReportStops, ReportView } from './report-view.ts'

const second = 'class="second" style="color:#475665;font-size:13px;line-height:1.5"'

const heading = (text: string) =>
  `<h2 style="margin:28px 0 8px;font-size:16px;line-height:1.3;font-weight:600">${escaped(text)}</h2>`

/**
 * Returns the HTML of a bar of `length` percent and `height` px, as a table of two cells, which every mail program draws; an
 * empty text if `length` is null.
 */
function bar(length: number | null, height: number): string {
  if (length === null) return ''
  const filled = Math.round(length)
  const cell = (width: number, style: string) =>
    width === 0 ? '' : `<td width="${width}%" height="${height}" ${style} font-size:0;line-height:0">&nbsp;</td>`
  return `<table ${table} style="table-layout:fixed;margin-top:4px"><tr>${cell(filled, 'style="background:#4472ab;')}${cell(100 - filled, 'class="track" style="background:#e3e8ed;')}</tr></table>`
}

const barRow = ({ name: text, pct, length, isUnder, note }: ReportBar) =>
  `<tr><td class="line" style="padding:8px 12px 8px 0;border-top:1px solid #d5dce3;font-size:15px;line-height:1.4;${anyBreak}">${name(text)}<div ${second}>${escaped(note)}</div>${bar(length, 6)}</td><td class="line" width="104" align="right" valign="top" style="padding:8px 0;border-top:1px solid #d5dce3;font-size:15px;line-height:1.4;font-weight:600;white-space:nowrap">${isUnder ? '<span class="under" style="color:#c32a27" title="under-utilized">&#9660;&nbsp;</span>' : ''}${escaped(pct)}</td></tr>`

const bars = (rows: readonly ReportBar[]) =>
  `<table ${table} style="table-layout:fixed">${rows.map(barRow).join('')}</table>`

const exceptionRow = ({ words, count, names }: ReportView['exceptions'][number]) =>
  `<tr><td class="line" style="padding:8px 12px 8px 0;border-top:1px solid #d5dce3;font-size:15px;line-height:1.4;${anyBreak}">${escaped(words)}<div ${second}>${name(names)}</div></td><td class="line" width="56" align="right" valign="top" style="padding:8px 0;border-top:1px solid #d5dce3;font-size:15px;font-weight:600">${count}</td></tr>`

const stopRow = ({ name: text, hours, stops }: ReportStops) =>
  `<tr><td class="line" style="padding:8px 12px 8px 0;border-top:1px solid #d5dce3;font-size:15px;line-height:1.4;${anyBreak}">${name(text)}</td><td class="line second" width="76" align="right" valign="top" style="padding:8px 12px 8px 0;border-top:1px solid #d5dce3;font-size:13px;line-height:1.6;color:#475665;white-space:nowrap">${escaped(stops)}</td><td class="line" width="84" align="right" valign="top" style="padding:8px 0;border-top:1px solid #d5dce3;font-size:15px;line-height:1.4;font-weight:600;white-space:nowrap">${escaped(hours)}</td></tr>`

const stopList = (title: string, rows: readonly ReportStops[]) =>
  rows.length === 0
    ? ''
    : `<p class="second" style="margin:16px 0 4px;color:#475665;font-size:13px;line-height:1.5">${escaped(title)}</p><table ${table} style="table-layout:fixed">${rows.map(stopRow).join('')}</table>`

const head = (view: ReportView) => `<p ${second}>${escaped(view.title)}</p>
<h1 style="margin:2px 0 2px;font-size:22px;line-height:1.3;${anyBreak}">${name(view.unit)}</h1>
<p ${second}>${escaped(view.period)}</p>
<p style="margin:16px 0 0;font-size:34px;line-height:1.2;font-weight:650">${escaped(view.pct)}</p>
<p ${second}>Utilization: ${escaped(view.ran)}${view.data === '' ? '' : `<br>${escaped(view.data)}`}</p>
${bar(view.length, 10)}`

const content = (view: ReportView) => `${head(view)}
${heading('Units and machines')}
${view.children.length === 0 ? `<p ${second}>This unit has no machine and no unit below it.</p>` : bars(view.children)}
${view.moreChildren === '' ? '' : `<p ${second}>${escaped(view.moreChildren)}</p>`}
${heading('Equipment exceptions')}
<table ${table} style="table-layout:fixed">${view.exceptions.map(exceptionRow).join('')}</table>
${heading('Excessive downtime')}
<p ${second}>${escaped(view.stops)}</p>
${stopList('By reason', view.byReason)}
${stopList('By machine', view.byMachine)}
${view.lowest.length === 0 ? '' : `${heading('Machines, lowest utilization first')}${bars(view.lowest)}`}
<p style="margin:28px 0 0">${buttonLink(view.url, 'Open the report')}</p>`

/** Returns the view of a mailed report as a complete HTML document. */
export function reportHtml(view: ReportView): string {
  const stop = view.stop === null ? '' : ` · ${link(view.stop.url, view.stop.words)}`
  const foot = `${escaped(view.computed)}<br>${escaped(view.why)} ${link(view.settingsUrl, 'Change your settings')}${stop}`
  return mailHtml({ subject: view.subject, content: content(view), foot })
}
