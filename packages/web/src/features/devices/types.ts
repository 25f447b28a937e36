import type { Answer } from '@millwatch/contract/endpoint'
import type { DeviceShape } from '@millwatch/contract/http/devices'
import type { getEquipment } from '@millwatch/contract/http/tree'

type Equipment = Answer<typeof getEquipment>['equip']

/** Fields of a machine that the device pages use. */
export type MachineOfDevices = Pick<
  Equipment,
  'id' | 'name' | 'active' | 'actual_timezone' | 'as_of' | 'last_ping_at' | 'Devices'
>

/** Device as it is included in the answer for its machine. */
export type ListedDevice = Equipment['Devices'][number]

/** Device with its full configuration. */
export type Device = DeviceShape
