import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'
import { companyRead, companyRows } from '../../platform/db/statements.ts'

/** Assignment of a device to a machine, `[from, to)` in epoch ms; `to` is null while it lasts. */
export interface Assignment {
  readonly deviceId: number
  readonly equipmentId: number
  readonly isPrimary: boolean
  readonly from: number
  readonly to: number | null
}

const columns = `device_id as "deviceId", equipment_id as "equipmentId", is_primary as "isPrimary", valid_from as "from", valid_to as "to"`

function grouped(rows: Assignment[], by: 'deviceId' | 'equipmentId'): Map<number, Assignment[]> {
  const groups = new Map<number, Assignment[]>()
  for (const row of rows) {
    const group = groups.get(row[by])
    if (group) group.push(row)
    else groups.set(row[by], [row])
  }
  return groups
}

/**
 * Returns by machine id the assignments of primary devices in order of time, past and present; omits machines that
 * never had one.
 */
export const primariesOfMachines = companyRead<
  Assignment,
  Map<number, Assignment[]>,
  [equipmentIds: readonly number[]]
>(
  'devices.primaries_of_machines',
  `select ${columns} from device_assignment
        where company_id = $1 and equipment_id = any($2::bigint[]) and is_primary order by valid_from`,
  (rows) => grouped(rows, 'equipmentId'),
)

/**
 * Returns all assignments of each device, past and present, in order of time, by device id; omits devices without any.
 */
export const assignmentsOfDevices = companyRead<Assignment, Map<number, Assignment[]>, [deviceIds: readonly number[]]>(
  'devices.assignments_of_devices',
  `select ${columns} from device_assignment
        where company_id = $1 and device_id = any($2::bigint[]) order by valid_from`,
  (rows) => grouped(rows, 'deviceId'),
)

/** Returns all assignments of devices to a machine, past and present, primary or not, in order of time. */
export const assignmentsOfMachine = companyRows<Assignment, [equipmentId: number]>(
  'devices.assignments_of_machine',
  `select ${columns} from device_assignment where company_id = $1 and equipment_id = $2 order by valid_from`,
)

/** Device, active or not, that is on a machine now. */
export interface DeviceOnMachine {
  readonly deviceId: number
  readonly deviceUuid: string
  readonly name: string | null
  readonly equipmentId: number
  readonly isPrimary: boolean
  readonly active: boolean
}

/**
 * Returns by machine id the devices that are on it now, active or not: the primary first, then by device id. A machine without
 * devices has an empty list.
 */
export async function devicesOnMachines(
  ctx: Ctx,
  equipmentIds: readonly number[],
): Promise<Map<number, DeviceOnMachine[]>> {
  const rows = await ctx.tx.prepared<DeviceOnMachine>(
    {
      name: 'devices.on_machines',
      text: `select d.device_id, d.device_uuid, d.name, a.equipment_id, a.is_primary, d.active
        from device_assignment a join device d on d.company_id = a.company_id and d.device_id = a.device_id
        where a.company_id = $1 and a.equipment_id = any($2::bigint[]) and a.valid_to is null
        order by a.is_primary desc, d.device_id`,
    },
    [ctx.companyId, numberArray(equipmentIds)],
  )
  const byMachine = new Map<number, DeviceOnMachine[]>(equipmentIds.map((id) => [id, []]))
  for (const row of rows) byMachine.get(row.equipmentId)?.push(row)
  return byMachine
}
