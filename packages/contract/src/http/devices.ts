import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, Success } from '../shapes/common.ts'
import { AnalogConfig, Device, DeviceConfig, InputSetup } from '../shapes/device.ts'
import { Nullable } from '../shapes/equipment.ts'

export type DeviceShape = Static<typeof Device>

const tags = ['devices']
const closed = { additionalProperties: false } as const
const Flag = Type.Optional(Type.Boolean())
/** Seconds between readings; null: as the device decides. Under 30 is refused. */
const PollInterval = Type.Optional(Nullable(Type.Integer({ minimum: -86_400, maximum: 86_400 })))
const AnswerWithDevice = Type.Object({ status: Success, device: Device })
const AnswerWithKey = Type.Object({ status: Success, device: Device, device_key: Type.String() })

/** Primary forces active, inactive forces not primary; the first device of a machine is its primary unless said otherwise. */
export const createDevice = endpoint({
  method: 'POST',
  path: '/v0/devices',
  operation: 'device.create',
  summary: 'Add a device to a machine; its key is shown this once',
  tags,
  shapes: {
    body: Type.Object(
      {
        deviceUUID: Type.String({ minLength: 32, maxLength: 80 }),
        equipId: Id,
        primary: Flag,
        active: Flag,
        deviceTypeId: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2)])),
        inputSetup: Type.Optional(InputSetup),
        analog_in_1_config: Type.Optional(AnalogConfig),
        pollInterval: PollInterval,
        /** Since when it stands there; now if left out. */
        from: Type.Optional(Instant),
      },
      closed,
    ),
    answer: AnswerWithKey,
  },
})

export const getDevice = endpoint({
  method: 'GET',
  path: '/v0/devices/:uuid',
  operation: 'device.read',
  summary: 'A device by its uuid',
  tags,
  shapes: {
    params: Type.Object({ uuid: Type.String({ maxLength: 80 }) }, closed),
    answer: AnswerWithDevice,
  },
})

/** `from` is for the analog configuration, which may be dated back; all else counts from now on. */
export const updateDevice = endpoint({
  method: 'PUT',
  path: '/v0/devices/:id',
  operation: 'device.update',
  summary: 'Change a device: its role on its machine, input set-up, analog input, poll interval',
  tags,
  shapes: {
    params: IdParams,
    body: Type.Object(
      {
        primary: Flag,
        active: Flag,
        deviceTypeId: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2)])),
        inputSetup: Type.Optional(InputSetup),
        analog_in_1_config: Type.Optional(AnalogConfig),
        pollInterval: PollInterval,
        from: Type.Optional(Instant),
      },
      closed,
    ),
    answer: AnswerWithDevice,
  },
})

/** Dated back by `from`, events that stood on no machine since then go to the machine. */
export const reassignDevice = endpoint({
  method: 'PUT',
  path: '/v0/devices/:id/reassign',
  operation: 'device.reassign',
  summary: 'Put a device on a machine, from now or from an earlier instant on',
  tags,
  shapes: {
    params: IdParams,
    body: Type.Object({ equipId: Id, primary: Flag, active: Flag, from: Type.Optional(Instant) }, closed),
    answer: AnswerWithDevice,
  },
})

export const removeDevice = endpoint({
  method: 'PUT',
  path: '/v0/devices/:id/remove',
  operation: 'device.remove',
  summary: 'Take a device from its machine',
  tags,
  shapes: { params: IdParams, answer: AnswerWithDevice },
})

/** With `overlap_s` the key before is taken for so long as well, so that a device on its way can be given the new one first. */
export const rotateDeviceKey = endpoint({
  method: 'PUT',
  path: '/v0/devices/:id/key',
  operation: 'device.rotate_key',
  summary: 'Give a device a new key, shown this once; without an overlap the old one is refused at once',
  tags,
  shapes: {
    params: IdParams,
    body: Nullable(
      Type.Object(
        {
          /** Seconds; 0 if left out. */
          overlap_s: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
        },
        closed,
      ),
    ),
    answer: AnswerWithKey,
  },
})

/** Connections that are open end at once. The device stays, and can be given another key. */
export const revokeDeviceKey = endpoint({
  method: 'DELETE',
  path: '/v0/devices/:id/key',
  operation: 'device.revoke_key',
  summary: 'Take the key of a device away',
  tags,
  shapes: { params: IdParams, answer: AnswerWithDevice },
})

/** For whoever sets the device up in the field: eight characters, good for an hour and for one device. */
export const createClaimCode = endpoint({
  method: 'POST',
  path: '/v0/devices/claim_codes',
  operation: 'device.claim_code.create',
  summary: 'Make a code by which a device puts itself on a machine',
  tags,
  shapes: {
    body: Type.Object({ equipId: Id }, closed),
    answer: Type.Object({ status: Success, code: Type.String(), expires_at: Instant }),
  },
})

/** By the device, or whoever sets it up: what it needs to speak from then on. Letters of the code in either case, dashes and blanks ignored. */
export const claimDevice = endpoint({
  method: 'POST',
  path: '/v0/device/claim',
  operation: 'device.claim',
  summary: 'Add the device that asks to the machine of a claim code; its key is shown this once',
  tags,
  shapes: {
    body: Type.Object(
      {
        code: Type.String({ minLength: 1, maxLength: 32 }),
        device_uuid: Type.String({ minLength: 32, maxLength: 80 }),
      },
      closed,
    ),
    answer: Type.Object({
      status: Success,
      device_uuid: Type.String(),
      device_key: Type.String(),
      mqtt: Type.Object({
        /** null: that door is closed. */
        port: Nullable(Type.Integer()),
        tls_port: Nullable(Type.Integer()),
        events_topic: Type.String(),
        commands_topic: Type.String(),
      }),
    }),
  },
})

/** For devices that speak HTTP; over MQTT the same comes as a command. */
export const getDeviceConfig = endpoint({
  method: 'GET',
  path: '/v0/device/config',
  operation: 'device.config.read',
  summary: 'What is asked of the device that asks',
  tags,
  shapes: { answer: Type.Object({ status: Success, config: DeviceConfig }) },
})
