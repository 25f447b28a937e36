import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'

/** A device with its present machine. `createdAt` is epoch ms, `pollIntervalS` null for none. */
export interface DeviceRow {
  readonly deviceId: number
  readonly deviceUuid: string
  readonly deviceTypeId: number
  readonly active: boolean
  readonly pollIntervalS: number | null
  readonly createdAt: number
  /** Machine of the device; null when it is on none. */
  readonly equipmentId: number | null
  readonly equipmentName: string | null
  readonly isPrimary: boolean
}

const rows = `select d.device_id as "deviceId", d.device_uuid as "deviceUuid", d.device_type_id as "deviceTypeId", d.active,
    d.poll_interval_s as "pollIntervalS", d.created_at as "createdAt", a.equipment_id as "equipmentId", e.name as "equipmentName",
    coalesce(a.is_primary, false) as "isPrimary"
  from device d
  left join device_assignment a on a.company_id = d.company_id and a.device_id = d.device_id and a.valid_to is null
  left join equipment e on e.company_id = a.company_id and e.equipment_id = a.equipment_id
  where d.company_id = $1`

export async function findDevice(ctx: Ctx, deviceId: number): Promise<DeviceRow | undefined> {
  const [device] = await ctx.tx.prepared<DeviceRow>({ name: 'devices.by_id', text: `${rows} and d.device_id = $2` }, [
    ctx.companyId,
    deviceId,
  ])
  return device
}

/** Returns devices by their ids, in no order; omits unknown ids and those of other companies. */
export async function devicesByIds(ctx: Ctx, deviceIds: readonly number[]): Promise<DeviceRow[]> {
  return ctx.tx.prepared<DeviceRow>({ name: 'devices.by_ids', text: `${rows} and d.device_id = any($2::bigint[])` }, [
    ctx.companyId,
    numberArray(deviceIds),
  ])
}

/** Returns the device of the caller's company with this uuid in lower case; undefined when there is none. */
export async function findDeviceByUuid(ctx: Ctx, uuid: string): Promise<DeviceRow | undefined> {
  const [device] = await ctx.tx.prepared<DeviceRow>(
    { name: 'devices.by_uuid', text: `${rows} and d.device_uuid = $2` },
    [ctx.companyId, uuid],
  )
  return device
}

/** Returns all devices of the company: primary ones first, then active ones, then by id. */
export async function allDevices(ctx: Ctx): Promise<DeviceRow[]> {
  return ctx.tx.prepared<DeviceRow>(
    { name: 'devices.all', text: `${rows} order by coalesce(a.is_primary, false) desc, d.active desc, d.device_id` },
    [ctx.companyId],
  )
}

/** Returns the devices, active or not, that are on a machine now, by device id. */
export async function devicesOfMachine(ctx: Ctx, equipmentId: number): Promise<DeviceRow[]> {
  return ctx.tx.prepared<DeviceRow>(
    { name: 'devices.of_machine', text: `${rows} and a.equipment_id = $2 order by d.device_id` },
    [ctx.companyId, equipmentId],
  )
}

/** Returns the ids of the machines on which any of these devices is or ever was, ascending. */
export async function machinesOfDevices(ctx: Ctx, deviceIds: readonly number[]): Promise<number[]> {
  const found = await ctx.tx.prepared<{ equipmentId: number }>(
    {
      name: 'devices.machines_of_devices',
      text: `select distinct equipment_id from device_assignment where company_id = $1 and device_id = any($2::bigint[])
        order by equipment_id`,
    },
    [ctx.companyId, numberArray(deviceIds)],
  )
  return found.map((row) => row.equipmentId)
}
