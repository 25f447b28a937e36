import { type AskedRole, roleWhenChanged } from '@millwatch/domain/devices'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { updateDevice as enterChange } from '../../platform/directory/index.ts'
import { allow } from '../../platform/policy.ts'
import { announceChange } from '../../platform/sockets/changed.ts'
import { type AskedSettings, changeDeviceSettings } from './change-settings.ts'
import { type AskedSetup, demandSupported, getActiveEquipment, getDevice, supportOf } from './checks.ts'
import { tellDevice } from './commands.ts'
import type { DevicesDeps } from './deps.ts'
import { type DeviceRow, devicesOfMachine } from './queries-devices.ts'
import { holdDevices, standDevice } from './stand.ts'
import { changeDevice } from './store.ts'

export interface DeviceChange extends AskedRole, AskedSetup, AskedSettings {
  readonly deviceTypeId?: 1 | 2 | undefined
}

/** Changes a device: its role on its machine, what goes by time, what it is asked to do. */
export async function updateDevice(ctx: Ctx, deps: DevicesDeps, deviceId: number, asked: DeviceChange): Promise<void> {
  allow(ctx.actor, 'device.update')
  await getDevice(ctx, deviceId)
  await holdDevices(ctx, deps, [deviceId])
  const device = await getDevice(ctx, deviceId)
  demandSupported(await supportOf(ctx, deps, deviceId), asked)
  const role = await changeRole(ctx, deps, device, asked)
  // A device that is given a set-up is told by it, unless said otherwise.
  const typeId = asked.deviceTypeId ?? (asked.inputSetup ? 2 : device.deviceTypeId)
  const columns = {
    ...(asked.pollIntervalS === undefined || asked.pollIntervalS === device.pollIntervalS
      ? {}
      : { poll_interval_s: asked.pollIntervalS }),
    ...(typeId === device.deviceTypeId ? {} : { device_type_id: typeId }),
  }
  await changeDevice(ctx, deviceId, columns)
  const settings = await changeDeviceSettings(ctx, deps, device, asked)
  const after = { ...role, ...columns, ...settings?.after }
  if (Object.keys(after).length === 0) return
  const before = { ...pick(device), ...settings?.before }
  await recordAudit(ctx, { operation: 'device.update', subject: `device/${deviceId}`, before, after })
  await announceChange(ctx, 'devices')
  if (Object.keys(columns).length > 0 || settings !== null) await tellDevice(ctx, deviceId)
}

const pick = ({ isPrimary, active, pollIntervalS, deviceTypeId }: DeviceRow) => ({
  isPrimary,
  active,
  pollIntervalS,
  deviceTypeId,
})

/** The role that comes of it, where it is another; only what stands on a machine that is not archived is made active. */
async function changeRole(
  ctx: Ctx,
  deps: DevicesDeps,
  device: DeviceRow,
  asked: AskedRole,
): Promise<{ isPrimary?: boolean; active?: boolean }> {
  const { deviceId, equipmentId } = device
  if (asked.isPrimary === undefined && asked.active === undefined) return {}
  const others = equipmentId === null ? [] : await devicesOfMachine(ctx, equipmentId)
  const wanted = roleWhenChanged(device, asked, equipmentId === null || others.some((one) => one.isPrimary))
  const role = { active: wanted.active, isPrimary: wanted.isPrimary && equipmentId !== null }
  if (role.active && !device.active && equipmentId !== null) await getActiveEquipment(ctx, equipmentId)
  if (role.active !== device.active) await switchDevice(ctx, deviceId, role.active)
  if (equipmentId !== null) await standDevice(ctx, deps, deviceId, { equipmentId, isPrimary: role.isPrimary })
  const isOther = role.active !== device.active || role.isPrimary !== device.isPrimary
  return isOther ? role : {}
}

/** What an inactive device says is refused. */
export async function switchDevice(ctx: Ctx, deviceId: number, active: boolean): Promise<void> {
  await changeDevice(ctx, deviceId, { active })
  await enterChange(ctx.tx, { companyId: ctx.companyId, deviceId, active })
}
