import { partsOfEquipment, partsOfOrgUnit } from '@millwatch/contract/http/reports-parts'
import { maintainedParts, type PartAction, type PartEvent, pastOfAction } from '@millwatch/domain/parts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { fromIso, toIso } from '../../lib/clock.ts'
import { csvRows } from '../../lib/csv.ts'
import { activeRefresh } from '../../lib/query-client.ts'
import { searchFor } from '../../lib/search.ts'
import { readScope } from '../../scope/scope.ts'
import type { Subject } from '../../scope/subject.ts'

/** Work on a part of a machine: its action, quantity and time. */
export interface Maintenance extends PartEvent {
  readonly id: number
  readonly action: PartAction
  readonly machineId: number
  readonly machine: string
  /** True: done during a stop; false: done as completed maintenance. */
  readonly isDuringStop: boolean
}

/** Part with its work in the period: `count` is the number of entries, `qty` the sum of their quantities. */
export interface ReportPart {
  readonly id: number
  readonly number: string
  readonly description: string
  readonly url: string | null
  readonly isRemoved: boolean
  /** Instant of the latest work before the end of the period, even before its beginning, epoch ms; null: never. */
  readonly lastAt: number | null
  readonly count: number
  readonly qty: number
  /** Work on the part in the period, the oldest first. */
  readonly events: readonly Maintenance[]
}

/** Work on parts over a period; instants are epoch ms. */
export interface PartsReport {
  readonly from: number
  readonly to: number
  readonly asOf: number
  readonly parts: readonly ReportPart[]
  /** Number of machines in the report. */
  readonly machines: number
}

/**
 * Reads the work on the parts of a machine, or of all machines under a unit, in the period on screen. Parts without work in it
 * are in the report with sums of 0.
 */
async function readParts({ which, id }: Subject, zone: string, signal: AbortSignal): Promise<PartsReport> {
  const { from, to, startDate, endDate } = readScope(zone)
  const request = { params: { id }, query: { startDate, endDate }, signal }
  const { history, parts, equipment, as_of } =
    which === 'o' ? await call(partsOfOrgUnit, request) : await call(partsOfEquipment, request)
  const events = history.map(
    (row): Maintenance => ({
      ...{ id: row.id, partId: row.critical_part_id, at: Date.parse(row.created_at), qty: row.qty },
      ...{ action: row.action_base, machineId: row.equipment_id, machine: equipment[row.equipment_id] ?? '' },
      isDuringStop: row.during_stop,
    }),
  )
  const ids = parts.map((part) => part.id)
  const sums = new Map(maintainedParts(ids, events).map((sum, place) => [ids[place], sum]))
  const none = { count: 0, qty: 0, events: [] }
  return {
    ...{ from, to, asOf: Date.parse(as_of), machines: Object.keys(equipment).length },
    parts: parts.map(({ id: partId, number, description, url, deleted_at, last_maintained_at }) => ({
      ...{ id: partId, number, description, url, isRemoved: deleted_at !== null },
      lastAt: fromIso(last_maintained_at),
      ...(sums.get(partId) ?? none),
    })),
  }
}

/**
 * Query that reads the report of parts over the period on screen; again every 5 minutes. `scopeKey` comes from
 * `useScopeKey(zone)`. The previous report stays until the new one is read.
 */
export const partsReportQuery = (subject: Subject, zone: string, scopeKey: readonly unknown[]) =>
  queryOptions({
    queryKey: ['report-parts', subject.which, subject.id, ...scopeKey],
    queryFn: ({ signal }) => readParts(subject, zone, signal),
    placeholderData: keepPreviousData,
    refetchInterval: activeRefresh,
  })

/** Work on a part as a row of an exported file; `created_at` is ISO 8601. */
export interface ExportedMaintenance {
  readonly part: string
  readonly description: string
  readonly equipment: string
  readonly action: string
  readonly qty: number
  readonly created_at: string
  readonly source: 'stop' | 'maintenance'
}

/** Returns the work on all parts as rows of a file, the latest first, with ISO 8601 instants. */
export const exportedParts = (parts: readonly ReportPart[]): ExportedMaintenance[] =>
  parts
    .flatMap((part) => part.events.map((event) => ({ part, event })))
    .toSorted((a, b) => b.event.at - a.event.at || b.event.id - a.event.id)
    .map(({ part, event }) => ({
      part: part.number,
      description: part.description,
      equipment: event.machine,
      action: pastOfAction(event.action),
      qty: event.qty,
      created_at: toIso(event.at),
      source: event.isDuringStop ? 'stop' : 'maintenance',
    }))

const COLUMNS = ['part', 'description', 'equipment', 'action', 'qty', 'created_at', 'source'] as const

/** Returns the rows as a CSV file with a header. */
export const partsCsv = (rows: readonly ExportedMaintenance[]): string =>
  csvRows([COLUMNS, ...rows.map((row) => COLUMNS.map((name) => row[name]))])

/**
 * Returns the parts whose number or description contains a text, in upper or lower case, in the given order; all parts for a
 * blank text.
 */
export function foundReportParts(parts: readonly ReportPart[], text: string): readonly ReportPart[] {
  const isFound = searchFor(text)
  return parts.filter(({ number, description }) => isFound(number, description))
}
