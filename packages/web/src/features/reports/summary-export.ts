import { summaryColumns } from '@millwatch/domain/reports'
import { toIso } from '../../lib/clock.ts'
import { csvRows } from '../../lib/csv.ts'
import { statusKey, statusText } from '../../ui/status.ts'
import type { MachineReliability, ReliabilityById } from './reliability.ts'
import { dataShare } from './summary-machines.ts'
import type { SummaryRow } from './summary-rows.ts'

/** Row of an exported summary; instants are ISO 8601, times in seconds. */
interface ExportedRow {
  readonly kind: 'unit' | 'machine'
  readonly name: string
  /** Name of the unit that a machine is in; null for a unit. */
  readonly unit: string | null
  /** Status of a machine; for a unit, the number of its machines that are running: `2 of 3 running`. */
  readonly status: string
  readonly status_since: string | null
  readonly utilization_pct: number | null
  readonly is_excluded: boolean
  readonly run_s: number
  readonly scheduled_s: number
  readonly excessive_s: number
  readonly stops: number
  /**
   * Failures of a machine, absent (like the two mean times) if the table does not show them; null: unknown, or the row is a unit.
   */
  readonly failures?: number | null
  readonly mtbf_s?: number | null
  readonly mttr_s?: number | null
  /**
   * Reason with the most excessive downtime of a machine, empty for stops without a reason. Null if there are no excessive stops,
   * or if the row is a unit.
   */
  readonly most_time_lost_to: string | null
  readonly last_cycle_at: string | null
  /** Share of the scheduled time for which there is data, %; null: none is scheduled. */
  readonly data_pct: number | null
  readonly exceptions: readonly string[]
}

/**
 * Returns a row of a file for each row of the table, in the same order. With `reliability` rows have failures, MTBF and MTTR,
 * which are null for a unit and for an unknown machine.
 */
export const summaryFileRows = (rows: readonly SummaryRow[], reliability?: ReliabilityById): ExportedRow[] =>
  rows.map((row) => {
    const item = row.kind === 'unit' ? row.unit : row.machine
    return {
      kind: row.kind,
      name: item.name,
      utilization_pct: item.utilPct,
      run_s: item.runS,
      scheduled_s: item.scheduledS,
      excessive_s: item.excessiveS,
      stops: item.stops,
      data_pct: dataShare(item),
      ...(reliability && reliabilityIn(row.kind === 'unit' ? undefined : reliability.get(row.machine.id))),
      ...(row.kind === 'unit' ? ofUnit(row.unit) : ofMachine(row)),
    }
  })

const reliabilityIn = (figures: MachineReliability | undefined) => ({
  failures: figures?.failures ?? null,
  mtbf_s: figures?.mtbf_s ?? null,
  mttr_s: figures?.mttr_s ?? null,
})

const ofUnit = ({ running, machines }: { running: number; machines: number }) => ({
  unit: null,
  status: `${running} of ${machines} running`,
  status_since: null,
  is_excluded: false,
  most_time_lost_to: null,
  last_cycle_at: null,
  exceptions: [],
})

const ofMachine = ({ machine, unit }: Extract<SummaryRow, { kind: 'machine' }>) => ({
  unit: unit.name,
  status: statusText[statusKey(machine.status)],
  status_since: machine.statusSince === null ? null : toIso(machine.statusSince),
  is_excluded: machine.isExcluded,
  most_time_lost_to: machine.lostTo === undefined ? null : (machine.lostTo ?? ''),
  last_cycle_at: machine.lastCycleAt === null ? null : toIso(machine.lastCycleAt),
  exceptions: [...machine.exceptions],
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
  return csvRows([
    columns,
    ...rows.map((row) => columns.map((name) => (name === 'exceptions' ? row.exceptions.join(';') : cellOf(row[name])))),
  ])
}

const cellOf = (value: string | number | boolean | null | undefined): string | number | null =>
  typeof value === 'boolean' ? String(value) : (value ?? null)
