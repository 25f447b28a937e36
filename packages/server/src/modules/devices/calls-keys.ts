import { commandsTopic, eventsTopic } from '@millwatch/contract/devices'
import * as calls from '@millwatch/contract/http/devices'
import { command, type ModuleCall, publicCall } from '../../platform/calls/calls.ts'
import { toIso } from '../../platform/http/instants.ts'
import { claimDevice, createClaimCode } from './claim.ts'
import { ClaimThrottle } from './claim-throttle.ts'
import { revokeKey, rotateKey } from './rotate-key.ts'
import { shownById } from './shown.ts'

/** Calls that change keys of devices and create claim codes. */
export const keyCalls: readonly ModuleCall[] = [
  command(
    calls.rotateDeviceKey,
    (ctx, { params, body }, needs) => rotateKey(ctx, needs, params.id, body?.overlap_s ?? 0),
    async ({ key }, ctx, { params }, needs) => ({ ...(await shownById(ctx, needs, params.id)), device_key: key }),
  ),
  command(
    calls.revokeDeviceKey,
    (ctx, { params }, needs) => revokeKey(ctx, needs, params.id),
    (_, ctx, { params }, needs) => shownById(ctx, needs, params.id),
  ),
  command(
    calls.createClaimCode,
    (ctx, { body }, needs) => createClaimCode(ctx, needs, body.equipId),
    ({ code, expiresAt }) => ({ code, expires_at: toIso(expiresAt) }),
  ),
]

/**
 * Call by which a device without a key exchanges a claim code for its key, and the ports and topics by which it reaches the MQTT
 * broker; it needs no sign-in.
 */
export const claimCall: ModuleCall = publicCall(calls.claimDevice, async ({ body, ip }, needs) => {
  const claim = { code: body.code, uuid: body.device_uuid, ip }
  const { deviceUuid, key } = await claimDevice(needs, new ClaimThrottle(needs), claim)
  const { plain, tls } = needs.mqttPorts()
  return {
    device_uuid: deviceUuid,
    device_key: key,
    mqtt: {
      port: plain,
      tls_port: tls,
      events_topic: eventsTopic(deviceUuid),
      commands_topic: commandsTopic(deviceUuid),
    },
  }
})
