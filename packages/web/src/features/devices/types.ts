import type { Answer } from '@millwatch/contract/endpoint'
import type { DeviceShape } from '@millwatch/contract/http/devices'
import type { readDevicePage } from '@millwatch/contract/http/devices-page'
import type { getEquipment } from '@millwatch/contract/http/tree'

type Equipment = Answer<typeof getEquipment>['equip']

/** Part of a machine that its devices panel needs. */
export type MachineOfDevices = Pick<
  Equipment,
  'id' | 'name' | 'active' | 'actual_timezone' | 'as_of' | 'last_ping_at' | 'Devices'
>

/** Device in the answer for its machine: role, counts and last contact, without its configuration. */
export type ListedDevice = Equipment['Devices'][number]

/** Everything about a device, for superusers. */
export type DevicePage = Answer<typeof readDevicePage>

/** Device in its own answer, with its configuration. */
export type Device = DeviceShape
