import { csvValue, machineCells, type SummaryCells, summaryColumns, unitCells } from '@millwatch/domain/reports'
import { csvRows } from '../../lib/csv.ts'
import type { MachineReliability, ReliabilityById } from './reliability.ts'
import type { SummaryRow } from './summary-rows.ts'

/**
 * Row of an exported summary. Failures of a machine are absent (like the two mean times) if the table does not show them; null:
 * unknown, or the row is a unit.
 */
interface ExportedRow extends SummaryCells {
  readonly failures?: number | null
  readonly mtbf_s?: number | null
  readonly mttr_s?: number | null
}

/**
 * Returns a row of a file for each row of the table, in the same order. With `reliability` rows have failures, MTBF and MTTR,
 * which are null for a unit and for an unknown machine.
 */
export const summaryFileRows = (rows: readonly SummaryRow[], reliability?: ReliabilityById): ExportedRow[] =>
  rows.map((row) => ({
    ...(row.kind === 'unit' ? unitCells(row.unit) : machineCells(row.machine, row.unit.name)),
    ...(reliability && reliabilityIn(row.kind === 'unit' ? undefined : reliability.get(row.machine.id))),
  }))

const reliabilityIn = (figures: MachineReliability | undefined) => ({
  failures: figures?.failures ?? null,
  mtbf_s: figures?.mtbf_s ?? null,
  mttr_s: figures?.mttr_s ?? null,
})

const RELIABILITY_COLUMNS = ['failures', 'mtbf_s', 'mttr_s'] as const

/**
 * Returns the rows as a CSV file with a header. Several exceptions in a cell are joined by `;`. Failures, MTBF and MTTR are the
 * last columns, if a row has them.
 */
export function summaryCsv(rows: readonly ExportedRow[]): string {
  const columns = rows.some(({ failures }) => failures !== undefined)
    ? [...summaryColumns, ...RELIABILITY_COLUMNS]
    : summaryColumns
  return csvRows([columns, ...rows.map((row) => columns.map((name) => csvValue(row[name])))])
}
