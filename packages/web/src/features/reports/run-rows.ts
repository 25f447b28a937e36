import { isBelowQuantity, partsShare } from '@millwatch/domain/runs'
import { byNaturalOrder } from '@millwatch/domain/tree'
import { steady } from '@millwatch/domain/utilization'
import { toIso } from '../../lib/clock.ts'
import { csvRows } from '../../lib/csv.ts'
import { searchFor } from '../../lib/search.ts'
import type { ReportRun } from './runs.ts'

/** Filters of the table of runs: all, below the desired quantity, and with scrap. */
export const runFilters = ['all', 'below', 'scrap'] as const
export type RunFilter = (typeof runFilters)[number]

const passes: Readonly<Record<RunFilter, (run: ReportRun) => boolean>> = {
  all: () => true,
  below: isBelowQuantity,
  scrap: ({ scrapQty }) => scrapQty > 0,
}

/**
 * Returns the runs that pass a filter, in the same order. `below`: fewer parts than desired; `scrap`: more than 0 scrapped parts.
 */
export const filteredRuns = (runs: readonly ReportRun[], filter: RunFilter): readonly ReportRun[] =>
  runs.filter(passes[filter])

/**
 * Returns the runs whose machine or one of whose tags contains a text, in upper or lower case, in the same order; all runs for a
 * blank text.
 */
export function foundRuns(runs: readonly ReportRun[], text: string): readonly ReportRun[] {
  const isFound = searchFor(text)
  return runs.filter(({ tags, machine }) => isFound(machine, ...tags))
}

/** Columns by which the table of runs can be sorted. */
export const runOrders = ['equipment', 'start', 'end', 'duration', 'desired', 'actual', 'share', 'scrap'] as const
export type RunOrder = (typeof runOrders)[number]

/** Returns the duration of a run in ms; 0 for an active run. */
export const lengthOf = ({ startedAt, endedAt }: ReportRun): number => (endedAt ?? startedAt) - startedAt

const values: Readonly<Record<Exclude<RunOrder, 'equipment'>, (run: ReportRun) => number>> = {
  start: ({ startedAt }) => startedAt,
  end: ({ endedAt }) => endedAt ?? Number.POSITIVE_INFINITY,
  duration: lengthOf,
  desired: ({ partsDesired }) => partsDesired ?? Number.POSITIVE_INFINITY,
  actual: ({ partsActual }) => partsActual,
  share: ({ partsActual, partsDesired }) => partsShare(partsActual, partsDesired) ?? Number.POSITIVE_INFINITY,
  scrap: ({ scrapQty }) => scrapQty,
}

/**
 * Returns the runs sorted by a column; equal ones keep their order. A missing end, quantity or share is taken as infinite, the
 * duration of an active run as 0.
 */
export function sortedRuns(
  runs: readonly ReportRun[],
  order: RunOrder,
  direction: 'ascending' | 'descending',
): readonly ReportRun[] {
  const sign = direction === 'ascending' ? 1 : -1
  if (order === 'equipment') return runs.toSorted((a, b) => sign * byNaturalOrder(a.machine, b.machine))
  const value = values[order]
  return runs.toSorted((a, b) => (value(a) === value(b) ? 0 : sign * (value(a) < value(b) ? -1 : 1)))
}

/** Run as a row of an exported file; instants are ISO 8601. */
interface ExportedRun {
  readonly equipment: string
  readonly started_at: string
  readonly ended_at: string | null
  readonly duration_s: number
  readonly tags: readonly string[]
  /** Desired number of parts; null: the run has none. */
  readonly parts_desired: number | null
  readonly parts_actual: number
  readonly actual_of_desired_pct: number | null
  /** Number of scrapped parts; absent if the company does not count scrap. */
  readonly scrap_qty?: number
}

/**
 * Returns a row of a file for each run, in the same order, with ISO 8601 instants; with scrap only if `withScrap` is true. An
 * active run has no end (null) and a duration of 0.
 */
export const exportedRuns = (runs: readonly ReportRun[], withScrap: boolean): ExportedRun[] =>
  runs.map((run) => {
    const share = partsShare(run.partsActual, run.partsDesired)
    return {
      equipment: run.machine,
      started_at: toIso(run.startedAt),
      ended_at: run.endedAt === null ? null : toIso(run.endedAt),
      duration_s: lengthOf(run) / 1000,
      tags: run.tags,
      parts_desired: run.partsDesired === null ? null : steady(run.partsDesired),
      parts_actual: steady(run.partsActual),
      actual_of_desired_pct: share === null ? null : steady(share),
      ...(withScrap && { scrap_qty: run.scrapQty }),
    }
  })

const COLUMNS = [
  'equipment',
  'started_at',
  'ended_at',
  'duration_s',
  'tags',
  'parts_desired',
  'parts_actual',
  'actual_of_desired_pct',
] as const

/**
 * Returns the rows as a CSV file with a header; several tags are joined by `;`. The column of scrap is there only if a row has
 * `scrap_qty`, which may be 0.
 */
export function runsCsv(rows: readonly ExportedRun[]): string {
  const columns = rows.some(({ scrap_qty }) => scrap_qty !== undefined) ? [...COLUMNS, 'scrap_qty' as const] : COLUMNS
  const cell = (value: ExportedRun[keyof ExportedRun]) =>
    typeof value === 'object' && value !== null ? value.join(';') : value
  return csvRows([columns, ...rows.map((row) => columns.map((name) => cell(row[name])))])
}
