import { recordAudit } from '../../platform/audit/store.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { hashSecret, newSecret } from '../identity/index.ts'
import { deviceChanged, getDevice } from './checks.ts'
import { lockDevices } from './store.ts'
import { changeDeviceKey } from './store-directory.ts'

/**
 * Gives a device a new key, with audit entry and fact, and returns it; it cannot be read again. The old key is accepted for
 * `overlapS` seconds more, so that the new one can be sent over the open connection. With 0 it is refused at once, and open
 * connections end. 404 for an unknown device.
 */
export async function rotateKey(
  ctx: Ctx,
  { signingKey }: Pick<Needs, 'signingKey'>,
  deviceId: number,
  overlapS: number,
): Promise<{ readonly key: string }> {
  const { equipmentId } = await getDevice(ctx, deviceId)
  await lockDevices(ctx, [deviceId])
  const key = newSecret()
  const previousUntil = overlapS === 0 ? null : ctx.clock.now() + overlapS * 1000
  const { companyId } = ctx
  await changeDeviceKey(ctx.tx, { companyId, deviceId, keyHash: hashSecret(signingKey, key), previousUntil })
  await recordAudit(ctx, { operation: 'device.rotate_key', subject: `device/${deviceId}`, after: { overlapS } })
  await stateFact(ctx, deviceChanged(deviceId, equipmentId))
  return { key }
}

/**
 * Revokes the keys of a device, with audit entry and fact: from the commit on every server refuses the device, and its open
 * connections end. The device stays and can get a new key (`rotateKey`). 404 for an unknown device.
 */
export async function revokeKey(ctx: Ctx, { signingKey }: Pick<Needs, 'signingKey'>, deviceId: number): Promise<void> {
  const { equipmentId } = await getDevice(ctx, deviceId)
  await lockDevices(ctx, [deviceId])
  // The new hash belongs to a key that nobody knows.
  const keyHash = hashSecret(signingKey, newSecret())
  await changeDeviceKey(ctx.tx, { companyId: ctx.companyId, deviceId, keyHash, previousUntil: null })
  await recordAudit(ctx, { operation: 'device.revoke_key', subject: `device/${deviceId}` })
  await stateFact(ctx, deviceChanged(deviceId, equipmentId))
}
