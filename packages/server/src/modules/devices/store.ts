import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'

export interface NewDevice {
  deviceUuid: string
  deviceTypeId: number
  active: boolean
}

/**
 * Stores a device in the company and returns its id; undefined, and nothing is stored, when the company has a device
 * with this uuid.
 */
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
    .returning('device_id as id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Locks devices for a change until the transaction ends, always in the order of ids. Waits for commits that store
 * events of these devices (`shareDevices`), and makes such commits wait.
 */
export async function lockDevices(ctx: Ctx, deviceIds: readonly number[]): Promise<void> {
  await ctx.tx.prepared(
    {
      name: 'devices.lock',
      text: `select device_id from device where company_id = $1 and device_id = any($2::bigint[])
        order by device_id for no key update`,
    },
    [ctx.companyId, numberArray(deviceIds)],
  )
}

/**
 * Locks devices against changes (`lockDevices`) until the transaction ends, so that no device is assigned to a machine
 * meanwhile. Several transactions can hold this at once.
 */
export async function shareDevices(ctx: Ctx, deviceIds: readonly number[]): Promise<void> {
  await ctx.tx.prepared(
    {
      name: 'devices.share',
      text: `select device_id from device where company_id = $1 and device_id = any($2::bigint[])
        order by device_id for share`,
    },
    [ctx.companyId, numberArray(deviceIds)],
  )
}

export async function changeDevice(
  ctx: Ctx,
  deviceId: number,
  change: { active?: boolean; pollIntervalS?: number | null; deviceTypeId?: number },
): Promise<void> {
  if (Object.keys(change).length === 0) return
  const { active, pollIntervalS, deviceTypeId } = change
  await ctx.tx.db
    .updateTable('device')
    .set({
      ...(active !== undefined && { active }),
      ...(pollIntervalS !== undefined && { poll_interval_s: pollIntervalS }),
      ...(deviceTypeId !== undefined && { device_type_id: deviceTypeId }),
    })
    .where('company_id', '=', ctx.companyId)
    .where('device_id', '=', deviceId)
    .execute()
}
