import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { updateDevice as enterChange } from '../../platform/directory/index.ts'
import { allow } from '../../platform/policy.ts'
import { announceChange } from '../../platform/sockets/changed.ts'
import { hashSecret, newSecret } from '../identity/index.ts'
import { getDevice } from './checks.ts'
import type { CreatedDevice } from './create-device.ts'
import { lockDevices } from './store.ts'

/** Gives a device another key; the one it had is refused as soon as the servers have forgotten it, within a second. */
export async function rotateKey(
  ctx: Ctx,
  { signingKey }: { readonly signingKey: Buffer },
  deviceId: number,
): Promise<CreatedDevice> {
  allow(ctx.actor, 'device.rotate_key')
  await getDevice(ctx, deviceId)
  await lockDevices(ctx, [deviceId])
  const key = newSecret()
  await enterChange(ctx.tx, { companyId: ctx.companyId, deviceId, keyHash: hashSecret(signingKey, key) })
  await recordAudit(ctx, { operation: 'device.rotate_key', subject: `device/${deviceId}` })
  await announceChange(ctx, 'devices')
  return { deviceId, key }
}
