import type { Generated } from 'kysely'
import type { Id, Jsonb, Ms } from '../../platform/columns.ts'

export interface DeviceDirectoryTable {
  device_uuid: string
  company_id: Id
  device_id: Id
  key_hash: Buffer
  active: boolean
  previous_key_hash: Buffer | null
  previous_key_until: Ms | null
}

export interface DeviceTable {
  company_id: Id
  device_id: Generated<Id>
  device_uuid: string
  device_type_id: number
  name: string | null
  active: boolean
  created_at: Ms
  poll_interval_s: number | null
  removed_at: Ms | null
}

export interface DeviceAssignmentTable {
  company_id: Id
  device_assignment_id: Generated<Id>
  device_id: Id
  equipment_id: Id
  is_primary: boolean
  valid_from: Ms
  valid_to: Ms | null
}

export interface FirstPrimaryTable {
  company_id: Id
  equipment_id: Id
  device_id: Id
}

export interface DeviceSettingTable {
  company_id: Id
  device_id: Id
  valid_from: Ms
  input_setup: Jsonb<object | null> | null
  analog_unit: string | null
  analog_scale: Generated<number>
  analog_offset: Generated<number>
}

export interface DeviceConfigTable {
  company_id: Id
  device_id: Id
  sent: Jsonb<object>
  sent_at: Ms
  confirmed: Jsonb<object> | null
  confirmed_at: Ms | null
}

export interface FirmwareTable {
  version: string
  supports_polling: boolean
  supports_flashing_filters: boolean
  supports_device_outputs: boolean
}

declare module '../../platform/tables.ts' {
  interface Tables {
    device_directory: DeviceDirectoryTable
    device: DeviceTable
    device_assignment: DeviceAssignmentTable
    first_primary: FirstPrimaryTable
    device_setting: DeviceSettingTable
    device_config: DeviceConfigTable
    firmware: FirmwareTable
  }
}
