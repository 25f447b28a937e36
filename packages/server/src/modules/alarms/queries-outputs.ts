import { companyRead, companyRow, companyRows } from '../../platform/db/statements.ts'

/** Levels of the two outputs of a device: true is on. */
export interface OutputLevels {
  readonly on24v: boolean
  readonly on120v: boolean
}

/** Latest command to a device about its outputs, with the latest command that it acknowledged. Instants are epoch ms. */
export interface DeviceOutputRow extends OutputLevels {
  readonly deviceId: number
  /** Machine whose alarms switch the outputs; null: the device is not a primary device any more. */
  readonly equipmentId: number | null
  readonly commandId: number
  /** Ids of the commands since which each output has its present value. */
  readonly since24v: number
  readonly since120v: number
  readonly commandedAt: number
  /** Id of the latest command that the device acknowledged; 0: none. */
  readonly acknowledgedId: number
}

const columns = `device_id, equipment_id, command_id, on_24v as "on24v", on_120v as "on120v", since_24v as "since24v",
  since_120v as "since120v", commanded_at, acknowledged_id`

/**
 * Returns the ids of those of the machines that have an alarm with an output, or whose outputs were switched before, ascending.
 */
export const machinesWithOutputs = companyRead<
  { equipmentId: number },
  readonly number[],
  [equipmentIds: readonly number[]]
>(
  'alarms.machines_with_outputs',
  `select equipment_id from alarm
      where company_id = $1 and equipment_id = any($2::bigint[]) and device_output_config <> '{}'
    union select equipment_id from device_output where company_id = $1 and equipment_id = any($2::bigint[])
    order by equipment_id`,
  (rows) => rows.map((row) => row.equipmentId),
)

/**
 * Returns by machine id the outputs that are to be on for the tripped alarms of each machine. A machine without tripped alarms
 * that have outputs has no entry.
 */
export const levelsOfAlarms = companyRead<
  OutputLevels & { equipmentId: number },
  ReadonlyMap<number, OutputLevels>,
  [equipmentIds: readonly number[]]
>(
  'alarms.levels',
  `select a.equipment_id, bool_or(a.device_output_config @> '{"24v": true}') as "on24v",
      bool_or(a.device_output_config @> '{"120v": true}') as "on120v"
    from alarm a join alarm_trip t on t.company_id = a.company_id and t.alarm_id = a.alarm_id and t.cleared_at is null
    where a.company_id = $1 and a.equipment_id = any($2::bigint[]) and a.device_output_config <> '{}'
    group by a.equipment_id`,
  (rows) => new Map(rows.map((row) => [row.equipmentId, row])),
)

/** Returns the latest commands to devices that are switched by alarms of these machines, in no order. */
export const outputsOfMachines = companyRows<DeviceOutputRow, [equipmentIds: readonly number[]]>(
  'alarms.outputs_of_machines',
  `select ${columns} from device_output where company_id = $1 and equipment_id = any($2::bigint[])`,
)

/** Returns the latest commands to these devices, in no order; devices that never got one are missing. */
export const outputsOfDevices = companyRows<DeviceOutputRow, [deviceIds: readonly number[]]>(
  'alarms.outputs_of_devices',
  `select ${columns} from device_output where company_id = $1 and device_id = any($2::bigint[])`,
)

/** Returns the latest command to a device; undefined if it never got one. */
export const outputsOfDevice = companyRow<DeviceOutputRow, [deviceId: number]>(
  'alarms.outputs_of_device',
  `select ${columns} from device_output where company_id = $1 and device_id = $2`,
)

/**
 * Returns the ids of those of the devices whose latest command was given before `until` (epoch ms) and is not acknowledged, in no
 * order.
 */
export const devicesInArrears = companyRead<
  { deviceId: number },
  readonly number[],
  [deviceIds: readonly number[], until: number]
>(
  'alarms.devices_in_arrears',
  `select device_id from device_output where company_id = $1 and device_id = any($2::bigint[])
    and acknowledged_id < command_id and commanded_at < $3`,
  (rows) => rows.map((row) => row.deviceId),
)
