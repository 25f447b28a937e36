import { datedRanges } from '@millwatch/domain/shifts'
import { DOWN } from '@millwatch/domain/status'
import { type SettingsFrom, settingsAt } from '@millwatch/domain/tree'
import { countedShifts, isExcessive } from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { shiftRowsTouching } from '../shifts/index.ts'
import type { StatusRow } from '../status/index.ts'
import { notesOver } from '../stops/index.ts'

/**
 * Returns by machine id the start (epoch ms) of the excessive stop that a machine is in at `now`. Omits machines in no excessive
 * stop, machines that do not track excessive downtime now, and stops marked as ignored (domain, section 5).
 */
export async function excessiveSince(
  ctx: Ctx,
  statuses: ReadonlyMap<number, StatusRow>,
  histories: ReadonlyMap<number, readonly SettingsFrom[]>,
  now: number,
): Promise<Map<number, number>> {
  // Few stops are long enough on the clock; read shifts only for those.
  const long = [...statuses.values()].filter((row) => isLong(row, histories.get(row.equipmentId) ?? [], now))
  if (long.length === 0) return new Map()
  const ids = long.map((row) => row.equipmentId)
  const from = Math.min(...long.map((row) => row.startedAt))
  const shifts = await shiftRowsTouching(ctx, ids, from, now)
  const excessive = long.filter((row) => {
    const settings = histories.get(row.equipmentId) ?? []
    const counted = countedShifts({ shifts: datedRanges(shifts.get(row.equipmentId) ?? []), settings })
    return isExcessive({ from: row.startedAt, to: now }, counted, settings)
  })
  const notes = await notesOver(ctx, ids, from, now)
  return new Map(
    excessive
      .filter((row) => notes.get(row.equipmentId)?.onStops.get(row.startedAt)?.ignored !== true)
      .map((row) => [row.equipmentId, row.startedAt]),
  )
}

function isLong(row: StatusRow, history: readonly SettingsFrom[], now: number): boolean {
  if (row.statusId !== DOWN || history.length === 0) return false
  return (
    settingsAt(history, now).excessiveDowntimeEnabled &&
    now - row.startedAt >= settingsAt(history, row.startedAt).excessiveDowntimeThresholdMs
  )
}
