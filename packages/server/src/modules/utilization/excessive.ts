import { datedRanges } from '@millwatch/domain/shifts'
import { DOWN } from '@millwatch/domain/status'
import { msWithin } from '@millwatch/domain/time'
import { type SettingsFrom, settingsAt } from '@millwatch/domain/tree'
import { countedShifts } from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { shiftRowsTouching } from '../shifts/index.ts'
import type { StatusRow } from '../status/index.ts'
import { notesOver } from '../stops/index.ts'

type Histories = ReadonlyMap<number, readonly SettingsFrom[]>

/**
 * Returns by machine id the start (epoch ms) of the excessive stop that a machine is in at `now`. Omits machines in no excessive
 * stop, machines that do not track excessive downtime now, and stops marked as ignored (domain, section 5).
 */
export async function excessiveSince(
  ctx: Ctx,
  statuses: ReadonlyMap<number, StatusRow>,
  histories: Histories,
  now: number,
): Promise<Map<number, number>> {
  // Few stops are long enough on the clock; read shifts only for those.
  const long = [...statuses.values()].filter((row) => isLong(row, histories.get(row.equipmentId) ?? [], now))
  const left = await leftUntilExcessive(ctx, long, histories, now)
  const excessive = long.filter(({ equipmentId }) => (left.get(equipmentId) ?? 0) <= 0)
  if (excessive.length === 0) return new Map()
  const ids = excessive.map((row) => row.equipmentId)
  const notes = await notesOver(ctx, ids, earliestStart(excessive), now)
  return new Map(
    excessive
      .filter((row) => notes.get(row.equipmentId)?.onStops.get(row.startedAt)?.ignored !== true)
      .map((row) => [row.equipmentId, row.startedAt]),
  )
}

/**
 * Returns by machine id the scheduled time (ms) that an open stop of the machine needs at `now` (epoch ms) to be excessive; 0 or
 * less for a stop that is excessive, by its scheduled time alone.
 */
export async function leftUntilExcessive(
  ctx: Ctx,
  stops: readonly StatusRow[],
  histories: Histories,
  now: number,
): Promise<Map<number, number>> {
  if (stops.length === 0) return new Map()
  const ids = stops.map((row) => row.equipmentId)
  const shifts = await shiftRowsTouching(ctx, ids, earliestStart(stops), now)
  return new Map(
    stops.map(({ equipmentId, startedAt }) => {
      const settings = histories.get(equipmentId) ?? []
      const counted = countedShifts({ shifts: datedRanges(shifts.get(equipmentId) ?? []), settings })
      const scheduledMs = msWithin({ from: startedAt, to: now }, counted)
      return [equipmentId, settingsAt(settings, startedAt).excessiveDowntimeThresholdMs - scheduledMs]
    }),
  )
}

const earliestStart = (stops: readonly StatusRow[]): number => Math.min(...stops.map((row) => row.startedAt))

function isLong(row: StatusRow, history: readonly SettingsFrom[], now: number): boolean {
  if (row.statusId !== DOWN || history.length === 0) return false
  return (
    settingsAt(history, now).excessiveDowntimeEnabled &&
    now - row.startedAt >= settingsAt(history, row.startedAt).excessiveDowntimeThresholdMs
  )
}
