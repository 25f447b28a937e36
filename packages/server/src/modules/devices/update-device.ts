import { type DeviceRoleRequest, deviceName, presentDeviceSettings, roleWhenChanged } from '@millwatch/domain/devices'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { assignDevice, holdDevices } from './assign-device.ts'
import { type AskedSettings, changeDeviceSettings } from './change-settings.ts'
import { deviceChanged, getActiveEquipment, getDevice, requireSupported, supportOf } from './checks.ts'
import { notifyConfigChange } from './commands.ts'
import { type DeviceRow, devicesOfMachine } from './queries-devices.ts'
import { changeDevice } from './store.ts'
import { updateDevice as enterChange } from './store-directory.ts'

export interface DeviceChange extends DeviceRoleRequest, AskedSettings {
  /** Instant from which the settings that are kept over time are in force (epoch ms); absent: now. */
  readonly from?: number | undefined
}

/**
 * Changes name, role on its machine, settings over time, polling interval and type of a device, with audit entry and fact, and
 * notifies the device unless only name or role differ. Does nothing when nothing differs. A device that gets an input set-up has
 * type 2 unless the request names a type. 400 for invalid settings and a `from` in the future, 404 for an unknown device, 409 for
 * settings that its firmware does not support, its activation on an archived machine, and a `from` before the machine's horizon.
 */
export async function updateDevice(
  ctx: Ctx,
  deps: Pick<Needs, 'accountsOf'>,
  deviceId: number,
  change: DeviceChange,
): Promise<void> {
  await getDevice(ctx, deviceId)
  await holdDevices(ctx, [deviceId])
  const device = await getDevice(ctx, deviceId)
  requireSupported(await supportOf(ctx, deps, deviceId), change)
  const role = await changeRole(ctx, device, change)
  // A device with an input set-up gets type 2, unless the request names a type.
  const wanted = {
    ...change,
    name: change.name === undefined ? undefined : deviceName(change.name),
    deviceTypeId: change.deviceTypeId ?? (change.inputSetup ? 2 : undefined),
  }
  const changed = presentDeviceSettings.filter((name) => wanted[name] !== undefined && wanted[name] !== device[name])
  const columns = Object.fromEntries(changed.map((name) => [name, wanted[name]]))
  await changeDevice(ctx, deviceId, columns)
  const settings = await changeDeviceSettings(ctx, deviceId, change, change.from)
  const after = { ...role, ...columns, ...settings?.after }
  if (Object.keys(after).length === 0) return
  const before = { ...pick(device), ...settings?.before }
  await recordAudit(ctx, { operation: 'device.update', subject: `device/${deviceId}`, before, after })
  await stateFact(ctx, deviceChanged(deviceId, device.equipmentId, ...(settings?.equipmentIds ?? [])))
  // The name is not part of the configuration.
  if (changed.some((name) => name !== 'name') || settings !== null) await notifyConfigChange(ctx, deviceId)
}

const pick = ({ name, isPrimary, active, pollIntervalS, deviceTypeId }: DeviceRow) => ({
  name,
  isPrimary,
  active,
  pollIntervalS,
  deviceTypeId,
})

/**
 * Changes the role of a device as requested, and returns the new role; an empty object if it stays. A device without a machine is
 * never primary. 409 when it would become active on an archived machine.
 */
async function changeRole(
  ctx: Ctx,
  device: DeviceRow,
  change: DeviceRoleRequest,
): Promise<{ isPrimary?: boolean; active?: boolean }> {
  const { deviceId, equipmentId } = device
  if (change.isPrimary === undefined && change.active === undefined) return {}
  const others = equipmentId === null ? [] : await devicesOfMachine(ctx, equipmentId)
  const wanted = roleWhenChanged(device, change, equipmentId === null || others.some((other) => other.isPrimary))
  const role = { active: wanted.active, isPrimary: wanted.isPrimary && equipmentId !== null }
  if (role.active && !device.active && equipmentId !== null) await getActiveEquipment(ctx, equipmentId)
  if (role.active !== device.active) await switchDevice(ctx, deviceId, role.active)
  if (equipmentId !== null) await assignDevice(ctx, deviceId, { equipmentId, isPrimary: role.isPrimary })
  const isOther = role.active !== device.active || role.isPrimary !== device.isPrimary
  return isOther ? role : {}
}

/**
 * Activates or deactivates a device, without an audit entry. Messages of an inactive device are refused, and its connections end.
 */
export async function switchDevice(ctx: Ctx, deviceId: number, active: boolean): Promise<void> {
  await changeDevice(ctx, deviceId, { active })
  await enterChange(ctx.tx, { companyId: ctx.companyId, deviceId, active })
}
