import {
  type DeviceSettingValues,
  deviceSettings,
  type KeptDeviceValues,
  presentDeviceSettings,
} from '@millwatch/domain/devices'
import { companyRead, companyRow, companyRows } from '../../platform/db/statements.ts'

/** Device with its present machine and its settings that are not kept over time. `createdAt` is epoch ms. */
export interface DeviceRow extends Omit<DeviceSettingValues, keyof KeptDeviceValues> {
  readonly deviceId: number
  readonly deviceUuid: string
  readonly active: boolean
  readonly createdAt: number
  /** Id of the machine that the device is on now; null: none. */
  readonly equipmentId: number | null
  readonly equipmentName: string | null
  readonly isPrimary: boolean
}

const settings = presentDeviceSettings.map((name) => `d.${deviceSettings[name].column} as "${name}"`)

const rows = `select d.device_id as "deviceId", d.device_uuid as "deviceUuid", d.active,
    ${settings.join(', ')}, d.created_at as "createdAt", a.equipment_id as "equipmentId", e.name as "equipmentName",
    coalesce(a.is_primary, false) as "isPrimary"
  from device d
  left join device_assignment a on a.company_id = d.company_id and a.device_id = d.device_id and a.valid_to is null
  left join equipment e on e.company_id = a.company_id and e.equipment_id = a.equipment_id
  where d.company_id = $1`

export const findDevice = companyRow<DeviceRow, [deviceId: number]>('devices.by_id', `${rows} and d.device_id = $2`)

/** Returns devices by their ids, in no order; omits unknown ids and those of other companies. */
export const devicesByIds = companyRows<DeviceRow, [deviceIds: readonly number[]]>(
  'devices.by_ids',
  `${rows} and d.device_id = any($2::bigint[])`,
)

/** Returns the device of the caller's company with this uuid in lower case; undefined when there is none. */
export const findDeviceByUuid = companyRow<DeviceRow, [uuid: string]>(
  'devices.by_uuid',
  `${rows} and d.device_uuid = $2`,
)

/** Returns all devices of the company: primary ones first, then active ones, then by id. */
export const allDevices = companyRows<DeviceRow>(
  'devices.all',
  `${rows} order by coalesce(a.is_primary, false) desc, d.active desc, d.device_id`,
)

/** Returns the devices, active or not, that are on a machine now, in the order of their ids. */
export const devicesOfMachine = companyRows<DeviceRow, [equipmentId: number]>(
  'devices.of_machine',
  `${rows} and a.equipment_id = $2 order by d.device_id`,
)

/** Returns the ids of the machines on which any of these devices is or ever was, ascending. */
export const machinesOfDevices = companyRead<{ equipmentId: number }, number[], [deviceIds: readonly number[]]>(
  'devices.machines_of_devices',
  `select distinct equipment_id from device_assignment where company_id = $1 and device_id = any($2::bigint[])
        order by equipment_id`,
  (found) => found.map((row) => row.equipmentId),
)
