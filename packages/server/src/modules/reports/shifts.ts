import type { Shift } from '@millwatch/domain/shifts'
import type { Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { shiftRowsTouching } from '../shifts/index.ts'

type ShiftTuple = [startS: number, endS: number, shift: Shift, id: number, equipId: number]

/** Shift history of machines that touches a period, machine by machine in the order given, each in time order. */
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
