import { type DeviceRole, type DeviceRoleRequest, deviceName, normalUuid, roleWhenPut } from '@millwatch/domain/devices'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { hashSecret, newSecret } from '../identity/index.ts'
import { assignDevice, holdDevices } from './assign-device.ts'
import { type AskedSettings, beginSettings } from './change-settings.ts'
import { deviceChanged, getActiveEquipment, requireSupported } from './checks.ts'
import { devicesOfMachine } from './queries-devices.ts'
import { insertDevice } from './store.ts'
import { insertDevice as enterDevice } from './store-directory.ts'

export interface DeviceToCreate extends DeviceRoleRequest, AskedSettings {
  readonly uuid: string
  /** Machine on which the device is put; absent: none. */
  readonly equipmentId?: number | undefined
  /** Start of its assignment to the machine (epoch ms); now if absent. */
  readonly from?: number | undefined
}

export interface CreatedDevice {
  readonly deviceId: number
  readonly deviceUuid: string
  /** Key of the device, returned only this once; stored as a hash. */
  readonly key: string
}

/**
 * Adds a device with a new key and assigns it to its machine, if any, with audit entry and fact. The key is returned only this
 * once. 400 for a malformed uuid, an invalid set-up or a `from` in the future, 404 for an unknown machine, 409 for an archived
 * machine, a uuid in use, a polling interval (its firmware is not known yet) and a `from` before the machine's horizon.
 */
export async function createDevice(
  ctx: Ctx,
  needs: Pick<Needs, 'signingKey'>,
  input: DeviceToCreate,
): Promise<CreatedDevice> {
  const { after, ...created } = await putNewDevice(ctx, needs, input)
  await recordAudit(ctx, { operation: 'device.create', subject: `device/${created.deviceId}`, after })
  return created
}

/**
 * Adds a device like `createDevice`, but without an audit entry, whose fields it returns as `after`. Checks no rights. A primary
 * device replaces the earlier primary, which stays as an additional device. Errors as in `createDevice`; 409 for a uuid that is
 * in use in any company.
 */
export async function putNewDevice(
  ctx: Ctx,
  needs: Pick<Needs, 'signingKey'>,
  input: DeviceToCreate,
): Promise<CreatedDevice & { readonly after: object }> {
  const deviceUuid = normalUuid(input.uuid)
  if (deviceUuid === null) throw new Invalid('body/deviceUUID is not a UUID')
  const { equipmentId } = input
  if (equipmentId !== undefined) await getActiveEquipment(ctx, equipmentId)
  requireSupported(null, input)
  const { isPrimary, active } = await roleOfNew(ctx, input)
  const inputSetup = input.inputSetup ?? null
  const deviceTypeId = input.deviceTypeId ?? (inputSetup === null ? 1 : 2)
  const name = deviceName(input.name ?? null)
  const deviceId = await insertDevice(ctx, { deviceUuid, deviceTypeId, name, active })
  if (deviceId === undefined) throw new Conflict('device_uuid_taken')
  const key = newSecret()
  const keyHash = hashSecret(needs.signingKey, key)
  await enterDevice(ctx.tx, { deviceUuid, companyId: ctx.companyId, deviceId, keyHash, active })
  await beginSettings(ctx, deviceId, input)
  await holdDevices(ctx, [deviceId])
  if (equipmentId !== undefined) await assignDevice(ctx, deviceId, { equipmentId, isPrimary, from: input.from })
  await stateFact(ctx, deviceChanged(deviceId, equipmentId ?? null))
  const named = name === null ? {} : { name }
  const after = { deviceUuid, ...named, deviceTypeId, equipmentId, isPrimary, active, inputSetup, from: input.from }
  return { deviceId, deviceUuid, key, after }
}

/**
 * Returns the role of a new device, and locks its machine. Without a machine it is not primary, and it is active unless the
 * request sets `active` to false; else `roleWhenPut` decides.
 */
async function roleOfNew(ctx: Ctx, input: DeviceToCreate): Promise<DeviceRole> {
  const { equipmentId } = input
  if (equipmentId === undefined) return { isPrimary: false, active: input.active ?? true }
  // Lock first, so that two parallel calls for the same device wait for each other instead of failing half-way.
  await stateFact(ctx, { kind: 'machine.reserved', equipmentIds: [equipmentId] })
  return roleWhenPut(input, (await devicesOfMachine(ctx, equipmentId)).length === 0)
}
