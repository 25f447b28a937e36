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
  /** Unit that a machine is in; null for a unit. */
  readonly unit: string | null
  /** Status of a machine; for a unit, the number of running machines of all: `2 of 3 running`. */
  readonly status: string
  readonly status_since: string | null
  readonly utilization_pct: number | null
  readonly is_excluded: boolean
  readonly run_s: number
  readonly scheduled_s: number
  readonly excessive_s: number
  readonly stops: number
  /** Failures and the two mean times are in the row only if the table shows them; null: unknown, or a unit. */
  readonly failures?: number | null
  readonly mtbf_s?: number | null
  readonly mttr_s?: number | null
  /** Reason of most excessive downtime; empty: no reason was given; null: no excessive stops, or a unit. */
  readonly most_time_lost_to: string | null
  readonly last_cycle_at: string | null
  /** Share of scheduled time with data. */
  readonly data_pct: number | null
  readonly exceptions: readonly string[]
}

/**
 * Returns one row of a file for each row of the table, in the same order; with MTBF and MTTR if the table shows them
 * (`reliability`).
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

/** Returns exported rows as CSV; `;` separates the exceptions of a row. MTBF and MTTR, if the rows have them, are the last columns. */
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
