import { commandsTopic, eventsTopic } from '@millwatch/contract/devices'
import * as calls from '@millwatch/contract/http/devices'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { toIso } from '../../platform/http/instants.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { claimDevice, createClaimCode } from './claim.ts'
import { ClaimThrottle } from './claim-throttle.ts'
import type { DevicesDeps } from './deps.ts'
import { revokeKey, rotateKey } from './rotate-key.ts'
import { shownById } from './shown.ts'

/** Registers the routes for keys of devices and claim codes, for admins. */
export function keyRoutes(router: Router, deps: DevicesDeps): void {
  router.signedIn(calls.rotateDeviceKey, ({ params, body, inCompany }) =>
    inCompany(async (ctx) => {
      const { key } = await rotateKey(ctx, deps, params.id, body?.overlap_s ?? 0)
      return success({ ...(await shownById(ctx, deps, params.id)), device_key: key })
    }),
  )
  router.signedIn(calls.revokeDeviceKey, ({ params, inCompany }) =>
    inCompany(async (ctx) => {
      await revokeKey(ctx, deps, params.id)
      return success(await shownById(ctx, deps, params.id))
    }),
  )
  router.signedIn(calls.createClaimCode, ({ body, inCompany }) =>
    inCompany(async (ctx) => {
      const { code, expiresAt } = await createClaimCode(ctx, deps, body.equipId)
      return success({ code, expires_at: toIso(expiresAt) })
    }),
  )
}

export interface ClaimingDeps {
  readonly database: Database
  readonly clock: Clock
  /** Ports on which devices reach this server by MQTT; null: not reachable from other machines. */
  readonly mqttPorts: () => { readonly plain: number | null; readonly tls: number | null }
}

/** Registers the route for a device that has only a claim code, without sign-in. */
export function claimRoute(router: Router, devices: DevicesDeps, { database, clock, mqttPorts }: ClaimingDeps): void {
  const throttle = new ClaimThrottle({ database, clock, signingKey: devices.signingKey })
  router.open(calls.claimDevice, async ({ body, ip }) => {
    const { deviceUuid, key } = await claimDevice(
      { devices, database, clock, throttle },
      { code: body.code, uuid: body.device_uuid, ip },
    )
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
