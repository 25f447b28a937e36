import type { Piece } from '../../charts/piece.ts'
import { toIso } from '../../lib/clock.ts'
import { csvRows } from '../../lib/csv.ts'
import { statusKey, statusText } from '../../ui/status.ts'

/** A stretch as it is taken away. */
interface StretchRow {
  readonly status: string
  readonly started_at: string
  /** null while it goes on. */
  readonly ended_at: string | null
  /** Of an open one up to `now`. */
  readonly duration_s: number
  readonly reason: string | null
  readonly notes: string | null
}

/** Stretches of status as rows of a file, in time order. */
export function stretchRows(stretches: readonly (Piece & { readonly notes?: string })[], now: number): StretchRow[] {
  return stretches.map(({ status, from, to, reason, notes }) => ({
    status: statusText[statusKey(status)],
    started_at: toIso(from),
    ended_at: to === null ? null : toIso(to),
    duration_s: ((to ?? now) - from) / 1000,
    reason: reason ?? null,
    notes: notes ?? null,
  }))
}

const COLUMNS = ['status', 'started_at', 'ended_at', 'duration_s', 'reason', 'notes'] as const

export const stretchesCsv = (rows: readonly StretchRow[]): string =>
  csvRows([COLUMNS, ...rows.map((row) => COLUMNS.map((name) => row[name]))])
