import type { DeviceMove } from '@millwatch/domain/facts'
import { loadPrimaries } from '../modules/devices/index.ts'
import {
  attachStoredEvents,
  type EventRow,
  lastCycles,
  lastReadings,
  markPrimaryEvents,
} from '../modules/ingest/index.ts'
import { loadMachines, saveLatest } from '../modules/status/index.ts'
import { type Latest, withCycle, withReading } from '../modules/telemetry/index.ts'
import type { Ctx } from '../platform/ctx.ts'

/**
 * Corrects the stored events of a machine after its devices changed from `from` (epoch ms) on. Events of an attached device that
 * belonged to no machine are moved to this one. Each event is marked as primary if its device was primary at its instant, and the
 * machine's latest values are read again (domain rules, section 2). Returns the earliest instant (epoch ms) for which a changed
 * event is evidence; null when none changed. The caller must lock the machine before, and request the recomputation of status
 * after.
 */
export async function settleEvents(
  ctx: Ctx,
  { equipmentId, from, attached }: Omit<DeviceMove, 'changedAt'>,
): Promise<number | null> {
  const moved = attached === null ? null : await attachStoredEvents(ctx, { equipmentId, ...attached })
  const primaries = (await loadPrimaries(ctx, [equipmentId])).get(equipmentId) ?? []
  const marked = await markPrimaryEvents(ctx, { equipmentId, from, primaries })
  if (moved === null && marked === null) return null
  const changedFrom = Math.min(moved ?? marked ?? from, marked ?? moved ?? from)
  await refreshLatest(ctx, equipmentId, changedFrom)
  return changedFrom
}

/**
 * Reads the last cycle and the last readings of a machine again and stores them, because the stored cycle may not be of the
 * primary device any more. Throws if the machine has no row.
 */
async function refreshLatest(ctx: Ctx, equipmentId: number, from: number): Promise<void> {
  const [row] = await loadMachines(ctx, [equipmentId])
  if (!row) throw new Error('A machine that is held has no row')
  const now = ctx.clock.now()
  let latest: Latest = { ...(JSON.parse(row.latest) as Latest), cycle: null }
  for (const cycle of await lastCycles(ctx, equipmentId, now)) latest = withCycle(latest, valuesOf(cycle))
  for (const reading of await lastReadings(ctx, equipmentId, from, now)) latest = withReading(latest, valuesOf(reading))
  await saveLatest(ctx, equipmentId, JSON.stringify(latest), from)
}

function valuesOf(row: EventRow) {
  return {
    at: row.occurredAt,
    batchId: row.batchId,
    position: row.position,
    cycleMs: row.cycleMs,
    temperature1: row.temperature1,
    analogIn1: row.analogIn1,
  }
}
