import type { Attached } from '../modules/devices/index.ts'
import { attachStoredEvents, type EventRow, lastCycles, lastReadings } from '../modules/ingest/index.ts'
import { loadMachines, saveLatest } from '../modules/status/index.ts'
import { type Latest, withCycle, withReading } from '../modules/telemetry/index.ts'
import type { Ctx } from '../platform/ctx.ts'

/**
 * What a device said since then that stood on no machine goes to the machine it was put on as of then (domain rules,
 * section 2), and what was said last of the machine with it. Telling it anew is the caller's to ask for.
 */
export async function attachEvents(ctx: Ctx, attached: Attached): Promise<void> {
  if ((await attachStoredEvents(ctx, attached)) === 0) return
  const { equipmentId, from } = attached
  const [row] = await loadMachines(ctx, [equipmentId])
  if (!row) throw new Error('A machine that is held has no row')
  const now = ctx.clock.now()
  const known = JSON.parse(row.latest) as Latest
  // A cycle known before may be of a device that is not the primary since then.
  const cycles = await lastCycles(ctx, equipmentId, now)
  let latest: Latest = { ...known, cycle: null }
  for (const cycle of cycles.map(valuesOf)) latest = withCycle(latest, cycle)
  for (const reading of (await lastReadings(ctx, equipmentId, from, now)).map(valuesOf))
    latest = withReading(latest, reading)
  await saveLatest(ctx, equipmentId, JSON.stringify(latest))
}

function valuesOf(row: EventRow) {
  return {
    at: row.occurred_at,
    batchId: row.batch_id,
    position: row.position,
    cycleMs: row.cycle_ms,
    temperature1: row.temperature_1,
    analogIn1: row.analog_in_1,
  }
}
