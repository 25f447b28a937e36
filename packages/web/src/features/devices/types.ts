import type { Answer } from '@millwatch/contract/endpoint'
import type { DeviceShape } from '@millwatch/contract/http/devices'
import type { readDevicePage } from '@millwatch/contract/http/devices-page'
import type { getEquipment } from '@millwatch/contract/http/tree'

type Equipment = Answer<typeof getEquipment>['equip']

/** Fields of a machine that the panel of its devices shows, with the devices. */
export type MachineOfDevices = Pick<
  Equipment,
  'id' | 'name' | 'active' | 'actual_timezone' | 'as_of' | 'last_ping_at' | 'Devices'
>

/** Device as listed in the answer for its machine: role, event counts and last contact, without its configuration. */
export type ListedDevice = Equipment['Devices'][number]

/** Answer for the page of a device, for superusers: the device with its configuration, messages and events. */
export type DevicePage = Answer<typeof readDevicePage>

/** Device as in the answer for one device, with its configuration. */
export type Device = DeviceShape
