import type { StatusLog, TimelineRow } from '@millwatch/contract/http/status'
import type { Static } from 'typebox'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import type { StatusRow } from '../status/index.ts'

/** An interval whole, however little of it lies in the period; an open one lasts up to now. */
export function presentLog(row: StatusRow, now: number): Static<typeof StatusLog> {
  return {
    id: row.status_interval_id,
    status_id: row.status_id,
    started_at: toIso(row.started_at),
    ended_at: toIsoOrNull(row.ended_at),
    duration_s: Math.max(0, (row.ended_at ?? now) - row.started_at) / 1000,
    // Reasons and notes come with the reports that let people write them.
    status_reason_id: null,
    notes: null,
  }
}

export function presentTimeline(row: StatusRow): Static<typeof TimelineRow> {
  return [row.status_id, row.started_at / 1000, row.ended_at === null ? null : row.ended_at / 1000]
}
