import { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import { maintenanceText } from '@millwatch/domain/parts'
import { DOWN } from '@millwatch/domain/status'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { fromIso, now, toIso } from '../../lib/clock.ts'
import { csvRows } from '../../lib/csv.ts'
import { activeRefresh } from '../../lib/query-client.ts'
import { readScope } from '../../scope/scope.ts'
import { type StatusKey, statusKey, statusText } from '../../ui/status.ts'

/** Row of the status log: an interval of status, or an annotation or work on a part during a stop that no longer exists. */
export interface LogRow {
  /** Key of the row: `i` and the id of an interval, `n` and the id of an annotation, or `p` and the id of work on a part. */
  readonly key: string
  /** Id of the interval; undefined for an annotation or work on a part, whose stop no longer exists. */
  readonly id: number | undefined
  /** Status of the interval; down for a row without an interval. */
  readonly statusId: number
  /** Start and end, epoch ms; `to` is null while the interval is open. */
  readonly from: number
  readonly to: number | null
  readonly reason: string | null
  readonly notes: string | null
  readonly isIgnored: boolean
}

/** Status log of a machine over a period; instants are epoch ms. */
export interface LogReport {
  readonly from: number
  readonly to: number
  /** Intervals that overlap the period, and annotations and work on parts whose stop no longer exists; the newest first. */
  readonly rows: readonly LogRow[]
  /** Instant at which the log was read, epoch ms. */
  readonly asOf: number
}

async function readLog(machineId: number, zone: string, signal: AbortSignal): Promise<LogReport> {
  const { from, to, startDate, endDate } = readScope(zone)
  const request = { params: { id: machineId }, query: { startDate, endDate }, signal }
  const { data, annotations, parts } = await call(statusOfEquipment, request)
  const rows = [
    ...data.map((log) => ({ ...log, key: `i${log.id}`, interval: log.id })),
    ...annotations.map((note) => ({ ...note, key: `n${note.id}`, interval: undefined, status_id: DOWN })),
    ...parts.map((part) => ({
      ...{ key: `p${part.id}`, interval: undefined, status_id: DOWN, status_reason: null, xsf_report_ignored: false },
      ...{ started_at: part.started_at, ended_at: part.ended_at },
      notes: `${part.number} ${maintenanceText(part.action_base, part.qty)}`,
    })),
  ].map((row) => ({
    key: row.key,
    id: row.interval,
    statusId: row.status_id,
    from: Date.parse(row.started_at),
    to: fromIso(row.ended_at),
    reason: row.status_reason,
    notes: row.notes,
    isIgnored: row.xsf_report_ignored,
  }))
  return { from, to, rows: rows.toSorted((a, b) => b.from - a.from || (a.key < b.key ? 1 : -1)), asOf: now() }
}

/**
 * Query that reads the status log of a machine over the period on screen; again every 5 minutes. `scopeKey` comes from
 * `useScopeKey(zone)`. The previous log stays until the new one is read.
 */
export const statusLogQuery = (machineId: number, zone: string, scopeKey: readonly unknown[]) =>
  queryOptions({
    queryKey: ['report-status', machineId, ...scopeKey],
    queryFn: ({ signal }) => readLog(machineId, zone, signal),
    placeholderData: keepPreviousData,
    refetchInterval: activeRefresh,
  })

/** Returns the rows of a status, in the same order. Rows without an interval count as down. */
export const rowsOfStatus = (rows: readonly LogRow[], status: StatusKey): readonly LogRow[] =>
  rows.filter(({ statusId }) => statusKey(statusId) === status)

/** Returns the name of the status of a row; `No stop` for a row without an interval. */
export const statusWords = ({ id, statusId }: LogRow): string =>
  id === undefined ? 'No stop' : statusText[statusKey(statusId)]

/** Row of an exported status log; instants are ISO 8601. */
interface ExportedLog {
  readonly status: string
  readonly started_at: string
  /** Null while the interval is open. */
  readonly ended_at: string | null
  readonly duration_s: number
  readonly reason: string | null
  readonly notes: string | null
}

/**
 * Returns a row of a file for each row of the log, in the same order, with ISO 8601 instants. The duration of an open interval is
 * up to `at` (epoch ms).
 */
export const exportedLog = (rows: readonly LogRow[], at: number): ExportedLog[] =>
  rows.map((row) => ({
    status: statusWords(row),
    started_at: toIso(row.from),
    ended_at: row.to === null ? null : toIso(row.to),
    duration_s: ((row.to ?? at) - row.from) / 1000,
    reason: row.reason,
    notes: row.notes,
  }))

const COLUMNS = ['status', 'started_at', 'ended_at', 'duration_s', 'reason', 'notes'] as const

/** Returns the rows as a CSV file with a header. */
export const logCsv = (rows: readonly ExportedLog[]): string =>
  csvRows([COLUMNS, ...rows.map((row) => COLUMNS.map((name) => row[name]))])
