import type { Ctx } from '../../platform/ctx.ts'

interface NewAssignment {
  readonly deviceId: number
  readonly equipmentId: number
  readonly isPrimary: boolean
  readonly from: number
  readonly to?: number | null
}

/** Ends the current assignment of a device at `at` (epoch ms); does nothing when the device is on no machine. */
export async function endAssignment(ctx: Ctx, deviceId: number, at: number): Promise<void> {
  await ctx.tx.db
    .updateTable('device_assignment')
    .set({ valid_to: at })
    .where('company_id', '=', ctx.companyId)
    .where('device_id', '=', deviceId)
    .where('valid_to', 'is', null)
    .execute()
}

export async function insertAssignment(ctx: Ctx, assignment: NewAssignment): Promise<void> {
  await ctx.tx.db
    .insertInto('device_assignment')
    .values({
      company_id: ctx.companyId,
      device_id: assignment.deviceId,
      equipment_id: assignment.equipmentId,
      is_primary: assignment.isPrimary,
      valid_from: assignment.from,
      valid_to: assignment.to ?? null,
    })
    .execute()
}

/**
 * Records the first primary device of a machine and returns true. If one is recorded already, it stays and the function returns
 * false.
 */
export async function keepFirstPrimary(ctx: Ctx, equipmentId: number, deviceId: number): Promise<boolean> {
  const kept = await ctx.tx.db
    .insertInto('first_primary')
    .values({ company_id: ctx.companyId, equipment_id: equipmentId, device_id: deviceId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('device_id')
    .execute()
  return kept.length > 0
}

/**
 * Ends the assignment of a device that began at `from` at the instant `at` (both epoch ms). An assignment that has ended before
 * gets the new end.
 */
export async function cutAssignment(
  ctx: Ctx,
  { deviceId, from }: { deviceId: number; from: number },
  at: number,
): Promise<void> {
  await ctx.tx.db
    .updateTable('device_assignment')
    .set({ valid_to: at })
    .where('company_id', '=', ctx.companyId)
    .where('device_id', '=', deviceId)
    .where('valid_from', '=', from)
    .execute()
}

/** Removes the primary role from the whole assignment of a device that began at `from` (epoch ms). */
export async function demoteAssignment(
  ctx: Ctx,
  { deviceId, from }: { deviceId: number; from: number },
): Promise<void> {
  await ctx.tx.db
    .updateTable('device_assignment')
    .set({ is_primary: false })
    .where('company_id', '=', ctx.companyId)
    .where('device_id', '=', deviceId)
    .where('valid_from', '=', from)
    .execute()
}
