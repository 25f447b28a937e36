import type { Segment } from '../../charts/segment.ts'
import { toIso } from '../../lib/clock.ts'
import { csvRows } from '../../lib/csv.ts'
import { statusKey, statusText } from '../../ui/status.ts'

/** Interval of status as a row of an exported file; instants are ISO 8601. */
interface IntervalRow {
  readonly status: string
  readonly started_at: string
  /** Null while the interval is open. */
  readonly ended_at: string | null
  /** Duration of the interval in seconds, up to now for an open one. */
  readonly duration_s: number
  readonly reason: string | null
  readonly notes: string | null
}

/**
 * Returns a row of a file for each interval of status, in the same order, with ISO 8601 instants. The duration of an open
 * interval is up to `now` (epoch ms).
 */
export function intervalRows(
  intervals: readonly (Segment & { readonly notes?: string })[],
  now: number,
): IntervalRow[] {
  return intervals.map(({ status, from, to, reason, notes }) => ({
    status: statusText[statusKey(status)],
    started_at: toIso(from),
    ended_at: to === null ? null : toIso(to),
    duration_s: ((to ?? now) - from) / 1000,
    reason: reason ?? null,
    notes: notes ?? null,
  }))
}

const COLUMNS = ['status', 'started_at', 'ended_at', 'duration_s', 'reason', 'notes'] as const

export const intervalsCsv = (rows: readonly IntervalRow[]): string =>
  csvRows([COLUMNS, ...rows.map((row) => COLUMNS.map((name) => row[name]))])
