import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { insertDevice as enterDevice } from '../../platform/directory/index.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import { allow } from '../../platform/policy.ts'
import { hashSecret, newSecret } from '../identity/index.ts'
import { getEquipment, type MachinesChanged } from '../tree/index.ts'
import { primariesOfMachines } from './queries.ts'
import { endAssignment, insertAssignment, insertDevice, lockAssignments } from './store.ts'
import { normalUuid } from './uuid.ts'

export interface DeviceToCreate {
  readonly uuid: string
  readonly equipmentId: number
  readonly isPrimary: boolean
  readonly active: boolean
  readonly deviceTypeId?: 1 | 2 | undefined
  readonly inputSetup?: Record<string, unknown> | undefined
}

export interface CreatedDevice {
  readonly deviceId: number
  readonly deviceUuid: string
  readonly equipmentId: number
  readonly isPrimary: boolean
  readonly active: boolean
  readonly deviceTypeId: number
  readonly inputSetup: Record<string, unknown> | null
  /** Shown to who asked, this once; kept as a hash. */
  readonly key: string
}

export interface DevicesDeps {
  readonly signingKey: Buffer
  readonly machinesChanged: MachinesChanged
}

/**
 * Adds a device and puts it on a machine. As primary it takes over from an earlier primary, which stays on the machine as
 * one of the others. A uuid that is held anywhere is refused without saying where.
 */
export async function createDevice(ctx: Ctx, deps: DevicesDeps, input: DeviceToCreate): Promise<CreatedDevice> {
  allow(ctx.actor, 'device.create')
  const deviceUuid = normalUuid(input.uuid)
  if (deviceUuid === null) throw new Invalid('body/deviceUUID is not a UUID')
  const { equipment_id: equipmentId } = await getEquipment(ctx, input.equipmentId)
  const inputSetup = input.inputSetup ?? null
  const deviceTypeId = input.deviceTypeId ?? (inputSetup === null ? 1 : 2)
  const { isPrimary, active } = input
  const key = newSecret()
  // Locks come first, so that two who add the same device wait for each other instead of failing half-way.
  await lockAssignments(ctx, equipmentId)
  const deviceId = await insertDevice(ctx, { deviceUuid, deviceTypeId, active, inputSetup })
  if (deviceId === undefined) throw new Conflict('device_uuid_taken')
  const { companyId } = ctx
  const keyHash = hashSecret(deps.signingKey, key)
  await enterDevice(ctx.tx, { deviceUuid, companyId, deviceId, keyHash, active })
  await assign(ctx, deps, { deviceId, equipmentId, isPrimary })
  const after = { deviceUuid, deviceTypeId, equipmentId, isPrimary, active, inputSetup }
  await recordAudit(ctx, { operation: 'device.create', subject: `device/${deviceId}`, after })
  return { deviceId, ...after, key }
}

async function assign(
  ctx: Ctx,
  { machinesChanged }: DevicesDeps,
  { deviceId, equipmentId, isPrimary }: { deviceId: number; equipmentId: number; isPrimary: boolean },
): Promise<void> {
  const primaries = (await primariesOfMachines(ctx, [equipmentId])).get(equipmentId) ?? []
  const last = primaries.at(-1)
  // A time of validity is never empty, however fast one primary follows another.
  const from = Math.max(ctx.clock.now(), (last?.from ?? 0) + 1, last?.to ?? 0)
  if (isPrimary && last && last.to === null) {
    await endAssignment(ctx, last.deviceId, from)
    await insertAssignment(ctx, { deviceId: last.deviceId, equipmentId, isPrimary: false, from })
  }
  await insertAssignment(ctx, { deviceId, equipmentId, isPrimary, from })
  if (isPrimary && last) await machinesChanged(ctx, [{ equipmentId, from, parts: ['primary'] }])
}
