import { commandsTopic, eventsTopic } from '@millwatch/contract/devices'
import * as calls from '@millwatch/contract/http/devices'
import { command, type ModuleCall } from '../../platform/calls/calls.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import { toIso } from '../../platform/http/instants.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { claimDevice, createClaimCode } from './claim.ts'
import { ClaimThrottle } from './claim-throttle.ts'
import { revokeKey, rotateKey } from './rotate-key.ts'
import { shownById } from './shown.ts'

/** Calls for keys of devices and claim codes, for admins. */
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

/** Registers the route for a device that has only a claim code, without sign-in. */
export function claimRoute(router: Router, needs: Needs): void {
  const { database, clock, signingKey, mqttPorts } = needs
  const throttle = new ClaimThrottle({ database, clock, signingKey })
  router.open(calls.claimDevice, async ({ body, ip }) => {
    const { deviceUuid, key } = await claimDevice(needs, throttle, { code: body.code, uuid: body.device_uuid, ip })
    const { plain, tls } = mqttPorts()
    return success({
      device_uuid: deviceUuid,
      device_key: key,
      mqtt: {
        port: plain,
        tls_port: tls,
        events_topic: eventsTopic(deviceUuid),
        commands_topic: commandsTopic(deviceUuid),
      },
    })
  })
}
