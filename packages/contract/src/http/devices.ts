import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, Success } from '../shapes/common.ts'
import { Device, DeviceConfig, OutputsCommand, settingsInRequest } from '../shapes/device.ts'
import { Nullable } from '../shapes/equipment.ts'

export type DeviceShape = Static<typeof Device>

const closed = { additionalProperties: false } as const
const Flag = Type.Optional(Type.Boolean())
const AnswerWithDevice = Type.Object({ status: Success, device: Device })
const AnswerWithKey = Type.Object({ status: Success, device: Device, device_key: Type.String() })

/**
 * Adds a device, to a machine or to none yet; only this answer shows its key. By default the first device of a machine becomes
 * its primary device. `primary: true` makes the device active, and the earlier primary an additional device; `active: false`
 * makes it not primary.
 */
export const createDevice = endpoint('POST', '/v0/devices', 'devices', {
  operation: 'device.create',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Add a device, to a machine or to none yet; its key is shown this once',
  shapes: {
    body: Type.Object(
      {
        deviceUUID: Type.String({ minLength: 32, maxLength: 80 }),
        /** Machine of the device; absent: none yet, and its events stay with the device. */
        equipId: Type.Optional(Id),
        primary: Flag,
        active: Flag,
        ...settingsInRequest,
        /** Instant from which the device is on the machine; absent: now. */
        from: Type.Optional(Instant),
      },
      closed,
    ),
    answer: AnswerWithKey,
  },
})

export const getDevice = endpoint('GET', '/v0/devices/:uuid', 'devices', {
  operation: 'device.read',
  policy: { least: 'user', scope: 'company', rate: 'read' },
  summary: 'A device by its uuid',
  shapes: {
    params: Type.Object({ uuid: Type.String({ maxLength: 80 }) }, closed),
    answer: AnswerWithDevice,
  },
})

/**
 * Changes a device; absent fields stay. A past `from` dates only the analog configuration back, and is refused together with an
 * input set-up; all other changes hold from now on. A device that gets an input set-up becomes type 2 unless the call names a
 * type.
 */
export const updateDevice = endpoint('PUT', '/v0/devices/:id', 'devices', {
  operation: 'device.update',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Change a device: its role on its machine, input set-up, analog input, poll interval',
  shapes: {
    params: IdParams,
    body: Type.Object(
      {
        primary: Flag,
        active: Flag,
        ...settingsInRequest,
        from: Type.Optional(Instant),
      },
      closed,
    ),
    answer: AnswerWithDevice,
  },
})

/**
 * Moves a device to a machine, from now or from a past `from` on. With a past `from`, those events of the device since then that
 * belong to no machine become events of that machine.
 */
export const reassignDevice = endpoint('PUT', '/v0/devices/:id/reassign', 'devices', {
  operation: 'device.reassign',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Put a device on a machine, from now or from an earlier instant on',
  shapes: {
    params: IdParams,
    body: Type.Object({ equipId: Id, primary: Flag, active: Flag, from: Type.Optional(Instant) }, closed),
    answer: AnswerWithDevice,
  },
})

export const removeDevice = endpoint('PUT', '/v0/devices/:id/remove', 'devices', {
  operation: 'device.remove',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Take a device from its machine',
  shapes: { params: IdParams, answer: AnswerWithDevice },
})

/**
 * Replaces the key of a device; only this answer shows the new key. The old key is accepted for `overlap_s` seconds more, so that
 * the device can receive the new one first. Without `overlap_s` the old key is refused at once.
 */
export const rotateDeviceKey = endpoint('PUT', '/v0/devices/:id/key', 'devices', {
  operation: 'device.rotate_key',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Give a device a new key, shown this once; without an overlap the old one is refused at once',
  shapes: {
    params: IdParams,
    body: Nullable(
      Type.Object(
        {
          /** Seconds for which the old key stays valid; absent: 0. */
          overlap_s: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
        },
        closed,
      ),
    ),
    answer: AnswerWithKey,
  },
})

/** Revokes the key of a device and ends its open connections at once. The device itself stays and can be given another key. */
export const revokeDeviceKey = endpoint('DELETE', '/v0/devices/:id/key', 'devices', {
  operation: 'device.revoke_key',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Take the key of a device away',
  shapes: { params: IdParams, answer: AnswerWithDevice },
})

/**
 * Creates a code with which one device on site adds itself to a machine; it has eight characters and is valid once, for one hour.
 */
export const createClaimCode = endpoint('POST', '/v0/devices/claim_codes', 'devices', {
  operation: 'device.claim_code.create',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true, listable: false },
  summary: 'Make a code by which a device puts itself on a machine',
  shapes: {
    body: Type.Object({ equipId: Id }, closed),
    answer: Type.Object({ status: Success, code: Type.String(), expires_at: Instant }),
  },
})

/**
 * Adds the calling device to the machine of a claim code, and returns its key and addresses. It needs no sign-in, and the code
 * cannot be used again. Upper and lower case are equal in the code; dashes and blanks are ignored.
 */
export const claimDevice = endpoint('POST', '/v0/device/claim', 'devices', {
  operation: 'device.claim',
  policy: { least: 'public', scope: 'none', rate: 'sign_in', audit: true },
  summary: 'Add the device that asks to the machine of a claim code; its key is shown this once',
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
        /** Port of the MQTT endpoint; null: MQTT without TLS is switched off. */
        port: Nullable(Type.Integer()),
        tls_port: Nullable(Type.Integer()),
        events_topic: Type.String(),
        commands_topic: Type.String(),
      }),
    }),
  },
})

/**
 * Returns the present configuration of the calling device, and the latest command about its outputs, for devices that use HTTP.
 * `outputs` is null if there was no command, or the firmware cannot switch outputs. Over MQTT both are sent as commands.
 */
export const getDeviceConfig = endpoint('GET', '/v0/device/config', 'devices', {
  operation: 'device.config.read',
  policy: { least: 'device', scope: 'device', rate: 'read' },
  summary: 'Returns the configuration and commands that wait for the calling device',
  shapes: { answer: Type.Object({ status: Success, config: DeviceConfig, outputs: Nullable(OutputsCommand) }) },
})
