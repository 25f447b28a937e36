import { absolute, DEFAULT_SCOPE, toAddress } from '@millwatch/domain/scope'
import { largestTotals, stopTotals, sumStops } from '@millwatch/domain/stops'
import { type DateStyle, dateInMail, dayInMail } from '@millwatch/domain/time'
import { dataPct, formatPct, isUnderUtilized, UNDER_UTILIZED_PCT } from '@millwatch/domain/utilization'
import type { ReportContent, ReportException, ReportMachine, ReportSums } from './report-content.ts'

/** Unit or machine of a mailed report with the texts and the length of its utilization bar. */
export interface ReportBar {
  readonly name: string
  readonly pct: string
  /** Length of the bar, percent 0 to 100; null: no bar, as nothing was scheduled or the machine is excluded. */
  readonly length: number | null
  readonly isUnder: boolean
  readonly note: string
}

/** Line of a list of excessive downtime: a reason or a machine with its hours and its number of stops, as texts. */
export interface ReportStops {
  readonly name: string
  readonly hours: string
  readonly stops: string
}

/** Texts of a mailed report for one reader, without markup. An empty text is left out of the mail. */
export interface ReportView {
  readonly subject: string
  readonly unit: string
  readonly title: string
  readonly period: string
  readonly pct: string
  readonly length: number | null
  readonly ran: string
  readonly data: string
  readonly children: readonly ReportBar[]
  readonly moreChildren: string
  readonly exceptions: readonly { readonly words: string; readonly count: number; readonly names: string }[]
  readonly byReason: readonly ReportStops[]
  readonly byMachine: readonly ReportStops[]
  /** Text with the sum of the excessive stops, or one that says that there were none. */
  readonly stops: string
  /** Up to ten machines that had scheduled time and are not excluded, the lowest utilization first. */
  readonly lowest: readonly ReportBar[]
  /** Addresses of the report's page and of the reader's settings. */
  readonly url: string
  readonly settingsUrl: string
  /** Link that stops these reports, with its words; null: the mail has no such link. */
  readonly stop: { readonly url: string; readonly words: string } | null
  /** Sentences for the foot: when the figures were computed, and why the reader gets the mail. */
  readonly computed: string
  readonly why: string
}

/** Style of dates of the reader of a report, and the address of the pages. */
export interface ReaderOfReport {
  readonly style: DateStyle
  readonly publicUrl: string
}

const MOST_CHILDREN = 20
const MOST_LOWEST = 10
const MOST_NAMES = 5

const exceptionWords: Readonly<Record<ReportException, string>> = {
  'no-cycle': 'No recent cycle',
  under: `Under-utilized, below ${UNDER_UTILIZED_PCT} %`,
  offline: 'Offline when the report was made',
}

const number = (digits: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
const [whole, two] = [number(0), number(2)]
const hours = (seconds: number): string => two.format(seconds / 3600)
const counted = (many: number, thing: string): string => `${whole.format(many)} ${thing}${many === 1 ? '' : 's'}`
const percent = (pct: number | null): string => (pct === null ? '∞' : `${formatPct(pct)} %`)
const more = (rest: number): string => (rest > 0 ? `and ${whole.format(rest)} more in the attached file` : '')

/**
 * Returns the texts of a report, with dates in the style of its reader and times in hours. A percentage is `∞` where nothing was
 * scheduled. `stopUrl` is the page that stops these reports; null: the mail has no such link.
 */
export function reportView(
  report: ReportContent,
  { style, publicUrl }: ReaderOfReport,
  stopUrl: string | null,
): ReportView {
  const [unit] = report.units
  const { cadence, from, to, timeZone, machines } = report
  const first = dayInMail(from, timeZone, style)
  const period = cadence === 'daily' ? first : `${first} to ${dayInMail(to - 1, timeZone, style)}`
  const title = cadence === 'daily' ? 'Daily report' : 'Weekly report'
  const name = unit?.name ?? ''
  const pct = unit?.utilPct ?? null
  const children = childrenOf(report)
  const scheduled = machines.filter(({ isExcluded, utilPct }) => !isExcluded && utilPct !== null)
  const lowest = scheduled.toSorted((a, b) => (a.utilPct ?? 0) - (b.utilPct ?? 0))
  const address = new URLSearchParams(toAddress({ ...DEFAULT_SCOPE, ...absolute(from, to) }))
  return {
    subject: `${title} of ${name}: ${pct === null ? 'nothing scheduled' : percent(pct)}, ${period}`,
    unit: name,
    title,
    period: `${period} (${timeZone})`,
    pct: percent(pct),
    length: lengthOf(pct),
    ...scheduledTexts(unit),
    children: children.slice(0, MOST_CHILDREN),
    moreChildren: more(children.length - MOST_CHILDREN),
    exceptions: exceptionsOf(machines),
    ...downtimeOf(report),
    lowest: lowest.slice(0, MOST_LOWEST).map((machine) => barOf(machine)),
    url: `${publicUrl}/o/${report.orgUnitId}/reports/summary?${address}`,
    settingsUrl: `${publicUrl}/setup/user`,
    stop: stopUrl === null ? null : { url: stopUrl, words: `Stop ${cadence} reports` },
    computed: `Computed at ${dateInMail(report.computedAt, timeZone, style)}. Data that arrives later changes the page, not this mail.`,
    why: report.isRegular
      ? `You get this mail because your settings in Millwatch ask for a ${cadence} report.`
      : 'You get this mail because you asked for it in your settings in Millwatch.',
  }
}

const lengthOf = (pct: number | null): number | null => (pct === null ? null : Math.min(100, Math.max(0, pct)))

function scheduledTexts(sums: ReportSums | undefined): Pick<ReportView, 'ran' | 'data'> {
  if (sums === undefined || sums.utilPct === null) return { ran: 'nothing scheduled in this period', data: '' }
  const share = dataPct({ scheduledMs: sums.scheduledS * 1000, offlineScheduledMs: sums.offlineS * 1000 })
  return {
    ran: `${hours(sums.runS)} of ${hours(sums.scheduledS)} h ran`,
    data: share === null ? '' : `${percent(share)} of scheduled time with data`,
  }
}

function barOf(sums: ReportSums & { readonly isExcluded?: boolean }): ReportBar {
  const { name, utilPct, isExcluded = false } = sums
  const ran = utilPct === null ? 'nothing scheduled' : `${hours(sums.runS)} of ${hours(sums.scheduledS)} h`
  return {
    name,
    pct: percent(utilPct),
    length: isExcluded ? null : lengthOf(utilPct),
    isUnder: isUnderUtilized(utilPct, isExcluded),
    note: isExcluded ? 'not counted in utilization' : ran,
  }
}

/** Returns bars of the machines and units directly under the unit of the report, machines first. */
function childrenOf({ units, machines }: ReportContent): ReportBar[] {
  const id = units[0]?.id
  return [
    ...machines.filter(({ unitId }) => unitId === id).map(barOf),
    ...units.filter(({ parentId }) => parentId === id).map((unit) => barOf(unit)),
  ]
}

function exceptionsOf(machines: readonly ReportMachine[]): ReportView['exceptions'] {
  return (['no-cycle', 'under', 'offline'] as const).map((exception) => {
    const some = machines.filter(({ exceptions }) => exceptions.includes(exception)).map(({ name }) => name)
    const rest = some.length - MOST_NAMES
    const names = some.slice(0, MOST_NAMES).join(', ')
    return {
      words: exceptionWords[exception],
      count: some.length,
      names: some.length === 0 ? 'no machine' : rest > 0 ? `${names} and ${whole.format(rest)} more` : names,
    }
  })
}

/**
 * Returns excessive downtime by reason and by machine, each as the ten greatest totals and one line for the others together, and
 * a text with the sum.
 */
function downtimeOf({ machines, reasons }: ReportContent): Pick<ReportView, 'byReason' | 'byMachine' | 'stops'> {
  const parts = machines.flatMap((machine) =>
    machine.excessive.map(({ reasonId, stops, s }) => ({
      machine: machine.name,
      id: machine.id,
      reasonId,
      stops,
      ms: s * 1000,
    })),
  )
  const names = new Map(machines.map(({ id, name }) => [id, name]))
  const list = <Key>(keyOf: (part: (typeof parts)[number]) => Key, nameOf: (key: Key) => string): ReportStops[] => {
    const { largest, others } = largestTotals(stopTotals(parts, keyOf))
    const line = (name: string, { ms, stops }: { ms: number; stops: number }): ReportStops => ({
      name,
      hours: `${hours(ms / 1000)} h`,
      stops: counted(stops, 'stop'),
    })
    const named = largest.map((total) => line(nameOf(total.key), total))
    return others === null ? named : [...named, line(`${whole.format(others.keys)} others`, others)]
  }
  const sum = sumStops(parts)
  return {
    byReason: list(
      ({ reasonId }) => reasonId,
      (id) => (id === null ? 'No reason' : (reasons[id] ?? '')),
    ),
    byMachine: list(
      ({ id }) => id,
      (id) => names.get(id) ?? '',
    ),
    stops:
      parts.length === 0
        ? 'No excessive downtime in this period'
        : `Sum ${hours(sum.ms / 1000)} h, ${counted(sum.stops, 'stop')}`,
  }
}
