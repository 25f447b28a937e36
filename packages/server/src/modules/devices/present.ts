import type { Device } from '@millwatch/contract/http/devices'
import type { Static } from 'typebox'
import type { CreatedDevice } from './create-device.ts'

export function presentDevice(device: CreatedDevice): Static<typeof Device> {
  return {
    id: device.deviceId,
    device_uuid: device.deviceUuid,
    equipment_id: device.equipmentId,
    is_primary: device.isPrimary,
    active: device.active,
    device_type_id: device.deviceTypeId,
    input_setup: device.inputSetup,
  }
}
