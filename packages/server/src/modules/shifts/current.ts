import { type CurrentShift, currentShift, LAST_SHIFT_WITHIN_MS, OCCURRENCE_REACH_MS } from '@millwatch/domain/shifts'
import type { Ctx } from '../../platform/ctx.ts'
import { shiftRowsTouching } from './queries.ts'

/**
 * Returns by machine id the scheduled shift at `now` (epoch ms); every given machine has an entry. Does not check if a machine is
 * active and has evidence, without which its shift history has no effect; the caller must.
 */
export async function currentShifts(
  ctx: Ctx,
  equipmentIds: readonly number[],
  now: number,
): Promise<Map<number, CurrentShift>> {
  const from = now - LAST_SHIFT_WITHIN_MS - OCCURRENCE_REACH_MS
  const rows = await shiftRowsTouching(ctx, equipmentIds, from, now + 2 * OCCURRENCE_REACH_MS)
  return new Map(equipmentIds.map((id) => [id, currentShift(rows.get(id) ?? [], now)]))
}
