import { type DeviceRoleRequest, roleWhenPut } from '@millwatch/domain/devices'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { assignDevice, holdDevices } from './assign-device.ts'
import { deviceChanged, getActiveEquipment, getDevice } from './checks.ts'
import { devicesOfMachine } from './queries-devices.ts'
import { switchDevice } from './update-device.ts'

export interface Reassignment extends DeviceRoleRequest {
  readonly equipmentId: number
  /** Start of the assignment (epoch ms); now if absent. */
  readonly from?: number | undefined
}

/**
 * Assigns a device to a machine, from now or a past instant on, with audit entry and fact. With a past `from`, its events since
 * then that belong to no machine move to the machine. 400 for a future `from`, 404 for an unknown device or machine, 409 for an
 * archived machine, for a past `from` while its last assignment lasts or before its end, as events sent on another machine stay
 * there, and for one before the machine's horizon.
 */
export async function reassignDevice(ctx: Ctx, deviceId: number, to: Reassignment): Promise<void> {
  await getDevice(ctx, deviceId)
  await getActiveEquipment(ctx, to.equipmentId)
  await holdDevices(ctx, [deviceId], [to.equipmentId])
  const device = await getDevice(ctx, deviceId)
  const others = (await devicesOfMachine(ctx, to.equipmentId)).filter((other) => other.deviceId !== deviceId)
  const role = roleWhenPut(to, others.length === 0)
  const { equipmentId, from } = to
  if (role.active !== device.active) await switchDevice(ctx, deviceId, role.active)
  await assignDevice(ctx, deviceId, { equipmentId, isPrimary: role.isPrimary, from })
  await recordAudit(ctx, {
    operation: 'device.reassign',
    subject: `device/${deviceId}`,
    before: { equipmentId: device.equipmentId, isPrimary: device.isPrimary, active: device.active },
    after: { equipmentId, ...role, from },
  })
  await stateFact(ctx, deviceChanged(deviceId, device.equipmentId, equipmentId))
}

/**
 * Removes a device from its machine, with audit entry and fact; does nothing when it is on none. The device may still
 * send: new events are stored without a machine. 404 for an unknown device.
 */
export async function removeDevice(ctx: Ctx, deviceId: number): Promise<void> {
  await getDevice(ctx, deviceId)
  await holdDevices(ctx, [deviceId])
  const { equipmentId, isPrimary } = await getDevice(ctx, deviceId)
  if (equipmentId === null) return
  await assignDevice(ctx, deviceId, null)
  const before = { equipmentId, isPrimary }
  await recordAudit(ctx, { operation: 'device.remove', subject: `device/${deviceId}`, before })
  await stateFact(ctx, deviceChanged(deviceId, equipmentId))
}

/**
 * Deactivates all devices on a machine that is archived or removed, and takes the primary role from them, with an audit entry and
 * a fact for each. If the machine is removed, they are also taken off it; else they stay on it.
 */
export async function releaseDevices(
  ctx: Ctx,
  { equipmentId, isRemoved }: { readonly equipmentId: number; readonly isRemoved: boolean },
): Promise<void> {
  const ids = (await devicesOfMachine(ctx, equipmentId)).map((device) => device.deviceId)
  await holdDevices(ctx, ids, [equipmentId])
  for (const { deviceId, active, isPrimary } of await devicesOfMachine(ctx, equipmentId)) {
    if (active) await switchDevice(ctx, deviceId, false)
    await assignDevice(ctx, deviceId, isRemoved ? null : { equipmentId, isPrimary: false })
    await recordAudit(ctx, {
      operation: 'device.update',
      subject: `device/${deviceId}`,
      before: { equipmentId, isPrimary, active },
      after: { equipmentId: isRemoved ? null : equipmentId, isPrimary: false, active: false },
    })
    await stateFact(ctx, deviceChanged(deviceId, equipmentId))
  }
}
