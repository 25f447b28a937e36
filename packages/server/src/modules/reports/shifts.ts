import type { Shift } from '@millwatch/domain/shifts'
import type { Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { shiftRowsTouching } from '../shifts/index.ts'

type ShiftTuple = [startS: number, endS: number, shift: Shift, id: number, equipId: number]

/**
 * Returns the rows of shift history that touch the period (epoch ms), not clipped, as tuples [start, end, shift, row
 * id, machine id]; by machine in the given order, then by time. Start and end are epoch seconds.
 */
export async function shiftHistory(
  ctx: Ctx,
  equipmentIds: readonly number[],
  { from, to }: Range,
): Promise<ShiftTuple[]> {
  const rows = await shiftRowsTouching(ctx, equipmentIds, from, to)
  return equipmentIds.flatMap((id) =>
    (rows.get(id) ?? []).map((row): ShiftTuple => [row.startedAt / 1000, row.endedAt / 1000, row.shift, row.id, id]),
  )
}
