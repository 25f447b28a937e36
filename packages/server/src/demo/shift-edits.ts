import { applyEdits, type EditsOf, schedulesInZones, shiftRowsTouching } from '../modules/shifts/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Overtime } from './overtime.ts'

/** Job id that no job has. */
const jobId = 0

/**
 * Edits the shift history of demo machines in the caller's transaction, as the jobs for shift history do: adds work on a Saturday
 * as shift 2, and ends shift 2 of an evening at the time at which people went home.
 */
export async function editShifts(
  ctx: Ctx,
  equipmentIds: readonly number[],
  { saturday, evening, wentHomeAt }: Overtime,
): Promise<void> {
  const insertions = async (): Promise<EditsOf> => {
    const edits: EditsOf = new Map()
    for (const { equipmentId, zone } of (await schedulesInZones(ctx, equipmentIds)).values())
      edits.set(equipmentId, { insert: [{ shift: 2, startedAt: saturday.from, endedAt: saturday.to, zone }] })
    return edits
  }
  const shortenings = async (): Promise<EditsOf> => {
    const rows = await shiftRowsTouching(ctx, equipmentIds, evening.from, evening.to)
    const edits: EditsOf = new Map()
    for (const [equipmentId, rowsOfMachine] of rows) {
      const update = rowsOfMachine
        .filter((row) => row.shift === 2 && row.startedAt < wentHomeAt && row.endedAt > wentHomeAt)
        .map(({ id }) => ({ id, endedAt: wentHomeAt }))
      if (update.length > 0) edits.set(equipmentId, { update })
    }
    return edits
  }
  await applyEdits(ctx, { operation: 'shift.insert', jobId, equipmentIds, editsOf: insertions })
  await applyEdits(ctx, { operation: 'shift.update', jobId, equipmentIds, editsOf: shortenings })
}
