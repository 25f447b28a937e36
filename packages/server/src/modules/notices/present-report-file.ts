import { fitFileName, summaryColumns } from '@millwatch/domain/reports'
import { dateNumberOf } from '@millwatch/domain/time'
import { dataPct } from '@millwatch/domain/utilization'
import { csvLines } from '../../platform/http/csv.ts'
import { toIsoOrNull } from '../../platform/http/instants.ts'
import type { ReportContent, ReportMachine, ReportSums, ReportUnit } from './report-content.ts'

const statusWords: Readonly<Record<number, string>> = { 1: 'Running', 2: 'Down', 3: 'Offline', 4: 'Powered off' }
const RUNNING = 1

type Cells = Readonly<Record<(typeof summaryColumns)[number], string | number | null>>

const sumsOf = (sums: ReportSums) => ({
  name: sums.name,
  utilization_pct: sums.utilPct,
  run_s: sums.runS,
  scheduled_s: sums.scheduledS,
  data_pct: dataPct({ scheduledMs: sums.scheduledS * 1000, offlineScheduledMs: sums.offlineS * 1000 }),
})

function excessiveOf(machines: readonly ReportMachine[]): Pick<Cells, 'excessive_s' | 'stops'> {
  const stops = machines.flatMap(({ excessive }) => excessive)
  return {
    // To the millisecond, as the sum of fractions has noise.
    excessive_s: Math.round(stops.reduce((sum, { s }) => sum + s, 0) * 1000) / 1000,
    stops: stops.reduce((sum, row) => sum + row.stops, 0),
  }
}

/**
 * Returns the row of a unit: its own figures, and the excessive stops and running machines of `machines`, which are in it or
 * below it.
 */
function unitCells(unit: ReportUnit, machines: readonly ReportMachine[]): Cells {
  const running = machines.filter(({ status }) => status === RUNNING).length
  return {
    ...sumsOf(unit),
    ...excessiveOf(machines),
    kind: 'unit',
    unit: null,
    status: `${running} of ${machines.length} running`,
    status_since: null,
    is_excluded: 'false',
    most_time_lost_to: null,
    last_cycle_at: null,
    exceptions: '',
  }
}

function machineCells(machine: ReportMachine, unit: string, reasons: ReportContent['reasons']): Cells {
  const [most] = machine.excessive
  return {
    ...sumsOf(machine),
    ...excessiveOf([machine]),
    kind: 'machine',
    unit,
    status: statusWords[machine.status ?? 0] ?? 'No contact yet',
    status_since: toIsoOrNull(machine.statusSince),
    is_excluded: String(machine.isExcluded),
    most_time_lost_to: most === undefined ? null : most.reasonId === null ? '' : (reasons[most.reasonId] ?? ''),
    last_cycle_at: toIsoOrNull(machine.lastCycleAt),
    exceptions: machine.exceptions.join(';'),
  }
}

/**
 * Returns a mailed report as CSV with the columns of the export of its page: each unit followed by its machines, in the order of
 * `units`. Instants are ISO 8601, times in seconds.
 */
export function reportCsv({ units, machines, reasons }: ReportContent): string {
  const byUnit = Map.groupBy(machines, ({ unitId }) => unitId)
  const children = Map.groupBy(units, ({ parentId }) => parentId)
  const under = ({ id }: ReportUnit): readonly ReportMachine[] => [
    ...(byUnit.get(id) ?? []),
    ...(children.get(id) ?? []).flatMap(under),
  ]
  const rows = units.flatMap((unit) => [
    unitCells(unit, under(unit)),
    ...(byUnit.get(unit.id) ?? []).map((machine) => machineCells(machine, unit.name, reasons)),
  ])
  return csvLines([[...summaryColumns], ...rows.map((row) => summaryColumns.map((column) => row[column]))])
}

const LONGEST_NAME = 80

/**
 * Returns the name of the CSV file: unit (80 characters at most, with blanks for characters that file systems refuse), first day
 * and last day, as `Plant 2026-01-05 2026-01-11.csv`.
 */
export function reportFileName({ units, from, to, timeZone }: ReportContent): string {
  const name = fitFileName(units[0]?.name ?? '', LONGEST_NAME)
  const day = (at: number) => String(dateNumberOf(at, timeZone)).replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')
  return `${name} ${day(from)} ${day(to - 1)}.csv`.trim()
}
