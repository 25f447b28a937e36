import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'

export interface NewDevice {
  deviceUuid: string
  deviceTypeId: number
  active: boolean
  inputSetup: Record<string, unknown> | null
}

/** Stores a device; undefined when the company has one of this uuid already. */
export async function insertDevice(ctx: Ctx, device: NewDevice): Promise<number | undefined> {
  const row = await ctx.tx.db
    .insertInto('device')
    .values({
      company_id: ctx.companyId,
      device_uuid: device.deviceUuid,
      device_type_id: device.deviceTypeId,
      active: device.active,
      created_at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'device_uuid']).doNothing())
    .returning('device_id')
    .executeTakeFirst()
  if (row === undefined) return undefined
  await ctx.tx.db
    .insertInto('device_setting')
    .values({
      company_id: ctx.companyId,
      device_id: row.device_id,
      valid_from: 0,
      input_setup: device.inputSetup === null ? null : JSON.stringify(device.inputSetup),
    })
    .execute()
  return row.device_id
}

/** Only one at a time changes who stands on a machine; held until the transaction ends. */
export async function lockAssignments(ctx: Ctx, equipmentId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(727002, hashtext(${`${ctx.companyId}/${equipmentId}`}))`.execute(ctx.tx.db)
}

export async function endAssignment(ctx: Ctx, deviceId: number, at: number): Promise<void> {
  await ctx.tx.db
    .updateTable('device_assignment')
    .set({ valid_to: at })
    .where('company_id', '=', ctx.companyId)
    .where('device_id', '=', deviceId)
    .where('valid_to', 'is', null)
    .execute()
}

export async function insertAssignment(
  ctx: Ctx,
  assignment: { deviceId: number; equipmentId: number; isPrimary: boolean; from: number },
): Promise<void> {
  await ctx.tx.db
    .insertInto('device_assignment')
    .values({
      company_id: ctx.companyId,
      device_id: assignment.deviceId,
      equipment_id: assignment.equipmentId,
      is_primary: assignment.isPrimary,
      valid_from: assignment.from,
    })
    .execute()
}
