import { type DeviceSettingValues, deviceSettings, type presentDeviceSettings } from '@millwatch/domain/devices'
import type { Ctx } from '../../platform/ctx.ts'
import { companyRun } from '../../platform/db/statements.ts'

type PresentName = (typeof presentDeviceSettings)[number]

export interface NewDevice {
  deviceUuid: string
  deviceTypeId: number
  name: string | null
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
      name: device.name,
      active: device.active,
      created_at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'device_uuid']).doNothing())
    .returning('device_id as id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Locks devices for a change until the transaction ends, in the order of ids. Waits for transactions that hold them by
 * `shareDevices`, which store events of these devices, and makes later ones wait.
 */
export const lockDevices = companyRun<[deviceIds: readonly number[]]>(
  'devices.lock',
  `select device_id from device where company_id = $1 and device_id = any($2::bigint[])
        order by device_id for no key update`,
)

/**
 * Locks devices against changes (`lockDevices`) until the transaction ends, so that no device is assigned to a machine
 * meanwhile. Several transactions can hold this at once.
 */
export const shareDevices = companyRun<[deviceIds: readonly number[]]>(
  'devices.share',
  `select device_id from device where company_id = $1 and device_id = any($2::bigint[])
        order by device_id for share`,
)

export async function changeDevice(
  ctx: Ctx,
  deviceId: number,
  change: Partial<Pick<DeviceSettingValues, PresentName> & { active: boolean }>,
): Promise<void> {
  const columns = Object.entries(change).map(([name, value]) => [
    name === 'active' ? name : deviceSettings[name as PresentName].column,
    value,
  ])
  if (columns.length === 0) return
  await ctx.tx.db
    .updateTable('device')
    .set(Object.fromEntries(columns))
    .where('company_id', '=', ctx.companyId)
    .where('device_id', '=', deviceId)
    .execute()
}
