import { maintenanceText } from '@millwatch/domain/parts'
import type { DowntimeStop } from '../../features/stops/downtime.ts'
import { toIso } from '../../lib/clock.ts'
import { csvRows } from '../../lib/csv.ts'

/** Stop as a row of an exported file. */
interface StopRow {
  readonly equipment: string
  readonly started_at: string
  /** Null while the machine is still down. */
  readonly ended_at: string | null
  readonly duration_s: number
  /** Scheduled part of the duration, s. */
  readonly xsf_dt_duration_s: number
  readonly threshold_s: number
  readonly reason: string | null
  readonly notes: string | null
  /** Work on critical parts during the stop: `B-1 replaced × 2`. */
  readonly parts: readonly string[]
  readonly tags: readonly string[]
  readonly ignored: boolean
}

/**
 * Returns one row of a file for each stop, in the same order; instants are ISO 8601. `numbers` has the part numbers by id; a part
 * that it lacks is written as its id.
 */
export const stopRows = (stops: readonly DowntimeStop[], numbers: ReadonlyMap<number, string>): StopRow[] =>
  stops.map((stop) => ({
    equipment: stop.machine.name,
    started_at: toIso(stop.startedAt),
    ended_at: stop.endedAt === null ? null : toIso(stop.endedAt),
    duration_s: stop.durationMs / 1000,
    xsf_dt_duration_s: stop.scheduledMs / 1000,
    threshold_s: stop.thresholdMs / 1000,
    reason: stop.reason?.name ?? null,
    notes: stop.notes,
    parts: stop.parts.map(({ id, action, qty }) => `${numbers.get(id) ?? id} ${maintenanceText(action, qty)}`),
    tags: stop.tags.map(({ name }) => name),
    ignored: stop.isIgnored,
  }))

const COLUMNS = [
  'equipment',
  'started_at',
  'ended_at',
  'duration_s',
  'xsf_dt_duration_s',
  'threshold_s',
  'reason',
  'notes',
  'parts',
  'tags',
  'ignored',
] as const

/** Returns the rows as text of a CSV file with a head line. Several tags or parts are joined by a semicolon. */
export const stopsCsv = (rows: readonly StopRow[]): string =>
  csvRows([
    COLUMNS,
    ...rows.map((row) =>
      COLUMNS.map((name) =>
        name === 'tags' || name === 'parts'
          ? row[name].join(';')
          : name === 'ignored'
            ? String(row.ignored)
            : row[name],
      ),
    ),
  ])
