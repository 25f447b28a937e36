import { shiftPieces } from '@millwatch/domain/shifts'
import { DOWN } from '@millwatch/domain/status'
import { type SettingsFrom, settingsAt } from '@millwatch/domain/tree'
import { countedShifts, isExcessive } from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { shiftRowsTouching } from '../shifts/index.ts'
import type { StatusRow } from '../status/index.ts'
import { notesOver } from '../stops/index.ts'

/**
 * Returns the machines that are in an excessive stop at `now`, each with the start of that stop. Leaves out machines
 * without excessive downtime enabled and stops that a superuser ignores (domain, section 5).
 */
export async function excessiveSince(
  ctx: Ctx,
  statuses: ReadonlyMap<number, StatusRow>,
  histories: ReadonlyMap<number, readonly SettingsFrom[]>,
  now: number,
): Promise<Map<number, number>> {
  // Few stops are long enough on the clock; read shifts only for those.
  const long = [...statuses.values()].filter((row) => isLong(row, histories.get(row.equipment_id) ?? [], now))
  if (long.length === 0) return new Map()
  const ids = long.map((row) => row.equipment_id)
  const from = Math.min(...long.map((row) => row.started_at))
  const shifts = await shiftRowsTouching(ctx, ids, from, now)
  const excessive = long.filter((row) => {
    const settings = histories.get(row.equipment_id) ?? []
    const counted = countedShifts({ shifts: shiftPieces(shifts.get(row.equipment_id) ?? []), settings })
    return isExcessive({ from: row.started_at, to: now }, counted, settings)
  })
  const notes = await notesOver(ctx, ids, from, now)
  return new Map(
    excessive
      .filter((row) => notes.get(row.equipment_id)?.onStops.get(row.started_at)?.ignored !== true)
      .map((row) => [row.equipment_id, row.started_at]),
  )
}

function isLong(row: StatusRow, history: readonly SettingsFrom[], now: number): boolean {
  if (row.status_id !== DOWN || history.length === 0) return false
  return (
    settingsAt(history, now).excessiveDowntimeEnabled &&
    now - row.started_at >= settingsAt(history, row.started_at).excessiveDowntimeThresholdMs
  )
}
