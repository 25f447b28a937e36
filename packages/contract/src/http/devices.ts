import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'

export const Device = Type.Object({
  id: Id,
  device_uuid: Type.String(),
  equipment_id: Nullable(Id),
  is_primary: Type.Boolean(),
  active: Type.Boolean(),
  device_type_id: Type.Integer(),
  input_setup: Type.Unknown(),
})

/** Adds a device. `device_key` is shown in this answer only. */
export const createDevice = endpoint({
  method: 'POST',
  path: '/v0/devices',
  operation: 'device.create',
  summary: 'Add a device to a machine; its key is shown this once',
  tags: ['devices'],
  shapes: {
    body: Type.Object(
      {
        deviceUUID: Type.String({ minLength: 36, maxLength: 60 }),
        equipId: Id,
        primary: Type.Boolean(),
        active: Type.Boolean(),
        deviceTypeId: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2)])),
        inputSetup: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success, device: Device, device_key: Type.String() }),
  },
})
