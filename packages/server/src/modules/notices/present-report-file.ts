import {
  addUnitSums,
  csvValue,
  excessiveSums,
  fitFileName,
  machineCells,
  NO_UNIT_SUMS,
  summaryColumns,
  sumsOfMachine,
  unitCells,
} from '@millwatch/domain/reports'
import { dateNumberOf } from '@millwatch/domain/time'
import { sumUpTree } from '@millwatch/domain/tree'
import { csvLines } from '../../platform/http/csv.ts'
import type { ReportContent, ReportMachine } from './report-content.ts'

/** Returns a machine as rows and sums need it; `reasons` are the names of reasons by id. */
function itemOf(machine: ReportMachine, reasons: ReportContent['reasons']) {
  const [most] = machine.excessive
  const lostTo = most && (most.reasonId === null ? null : (reasons[most.reasonId] ?? ''))
  return { ...machine, ...excessiveSums(machine.excessive), lostTo }
}

/**
 * Returns a mailed report as CSV with the cells of the export of its page: each unit followed by its machines, in the order of
 * `units`. Instants are ISO 8601, times in seconds.
 */
export function reportCsv({ units, machines, reasons }: ReportContent): string {
  const byUnit = Map.groupBy(
    machines.map((machine) => itemOf(machine, reasons)),
    ({ unitId }) => unitId,
  )
  const children = Map.groupBy(
    units.map(({ id, parentId }) => ({ id, parentId, timeZone: null })),
    ({ parentId }) => parentId,
  )
  const values = new Map([...byUnit].map(([id, inUnit]) => [id, inUnit.map(sumsOfMachine)]))
  const sums = sumUpTree({ children }, units[0]?.id ?? 0, values, addUnitSums, NO_UNIT_SUMS)
  const rows = units.flatMap((unit) => [
    unitCells({ ...unit, ...(sums.get(unit.id) ?? NO_UNIT_SUMS) }),
    ...(byUnit.get(unit.id) ?? []).map((machine) => machineCells(machine, unit.name)),
  ])
  return csvLines([[...summaryColumns], ...rows.map((row) => summaryColumns.map((column) => csvValue(row[column])))])
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
