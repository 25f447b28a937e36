import type { ReportBar, ReportStops, ReportView } from './report-view.ts'

const barLine = ({ name, pct, note, isUnder }: ReportBar) => `  ${isUnder ? '! ' : ''}${name}: ${pct} (${note})`
const stopLine = ({ name, hours, stops }: ReportStops) => `  ${name}: ${hours}, ${stops}`
const part = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [title, ...lines, ''])

/** Returns a mailed report as plain text. The line of an under-utilized unit or machine begins with an exclamation mark. */
export function reportText(view: ReportView): string {
  return [
    `${view.title}: ${view.unit}`,
    view.period,
    '',
    `Utilization ${view.pct}: ${view.ran}`,
    ...(view.data === '' ? [] : [view.data]),
    '',
    ...part('Units and machines', [
      ...view.children.map(barLine),
      ...(view.moreChildren === '' ? [] : [`  ${view.moreChildren}`]),
    ]),
    ...part(
      'Equipment exceptions',
      view.exceptions.map(({ words, count, names }) => `  ${words}: ${count === 0 ? names : `${count}, ${names}`}`),
    ),
    ...part('Excessive downtime', [`  ${view.stops}`]),
    ...part('Excessive downtime by reason', view.byReason.map(stopLine)),
    ...part('Excessive downtime by machine', view.byMachine.map(stopLine)),
    ...part('Machines, lowest utilization first', view.lowest.map(barLine)),
    `Open the report: ${view.url}`,
    '',
    '-- ',
    view.computed,
    view.why,
    `Change your settings: ${view.settingsUrl}`,
    ...(view.stop === null ? [] : [`${view.stop.words}: ${view.stop.url}`]),
    '',
  ].join('\n')
}
