import type { Maintenance } from '@millwatch/contract/http/maintenance'
import { type AlarmTypeId, settingsText } from '@millwatch/domain/alarms'
import { nameFromNotes } from '@millwatch/domain/maintenance'
import type { Static } from 'typebox'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import type { DueMaintenance } from './due-maintenance.ts'
import type { MaintenanceRow } from './queries.ts'

/**
 * Converts maintenance with the notes of its alarm into its form of the API. `name` is the first line of the notes, or without
 * notes the settings in words; `amount` is 0 if nothing was counted; instants are ISO 8601, null if they do not exist.
 */
export function presentMaintenance(due: DueMaintenance, notes: string): Static<typeof Maintenance> {
  const { row, machine, projection, rate } = due
  const settings = settingsOf(row)
  return {
    id: row.alarmId,
    equipment_id: row.equipmentId,
    equipment: machine.name,
    active: machine.active,
    alarm_type_id: row.alarmTypeId,
    kind: due.kind,
    name: nameFromNotes(notes) ?? settings,
    settings,
    amount: row.amount ?? 0,
    limit: row.limit,
    unit: row.unit ?? (due.kind === 'cycles' ? 'cycles' : 'hours'),
    counts_from: toIso(row.baseAt),
    tripped_at: toIsoOrNull(row.trippedAt),
    group: due.group,
    due_at: toIsoOrNull(due.dueAt),
    due_earliest: toIsoOrNull(projection?.earliestAt ?? null),
    due_latest: toIsoOrNull(projection?.latestAt ?? null),
    rate: rate === null ? null : { days: rate.days, per_day: rate.perDay, deviation: rate.deviation },
    undated: due.undated,
  }
}

/** Empty context for `settingsText`: the texts of maintenance types contain no threshold and no unit of a machine. */
const NO_CONTEXT = { thresholdMs: 0, analogUnit: null }

/** Returns the arguments of maintenance in words, for example `Every 500 hours of running`. */
export const settingsOf = ({
  alarmTypeId,
  limit,
  unit,
}: Pick<MaintenanceRow, 'alarmTypeId' | 'limit' | 'unit'>): string =>
  settingsText(
    alarmTypeId as AlarmTypeId,
    { cycle_count: limit, runtime_hours: limit, duration: limit, duration_unit: unit ?? '' },
    NO_CONTEXT,
  )
