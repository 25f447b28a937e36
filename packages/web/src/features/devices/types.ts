import type { Answer } from '@millwatch/contract/endpoint'
import type { DeviceShape } from '@millwatch/contract/http/devices'
import type { getEquipment } from '@millwatch/contract/http/tree'

type Equipment = Answer<typeof getEquipment>['equip']

/** What of a machine its devices are shown by. */
export type MachineOfDevices = Pick<
  Equipment,
  'id' | 'name' | 'active' | 'actual_timezone' | 'as_of' | 'last_ping_at' | 'Devices'
>

/** A device as the page of its machine knows it at once. */
export type KnownDevice = Equipment['Devices'][number]

/** A device with its set-up. */
export type Device = DeviceShape
