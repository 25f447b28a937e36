import { settingsAt } from '@millwatch/domain/tree'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { notify } from '../../platform/db/notify.ts'
import { getDevice, supportOf } from './checks.ts'
import { storeConfigConfirmed, storeConfigSent } from './store-configs.ts'
import { deviceSettingsOver } from './store-settings.ts'

/**
 * PostgreSQL channel of `company/device/subject`, which notifies every server that the configuration (`config`) or the outputs
 * (`outputs`) of a device changed.
 */
export const COMMANDS_CHANNEL = 'device_commands'

/**
 * Configuration sent to a device: over MQTT as a command, over HTTP as the answer. A null field is not set, or not
 * supported by the device.
 */
export interface DeviceConfig {
  readonly type: 'config'
  readonly poll_interval_s: number | null
  readonly input_setup: Record<string, unknown> | null
}

/** Returns the configuration that a device is to have now; 404 for an unknown device. */
export async function configOf(ctx: Ctx, deps: Pick<Needs, 'accountsOf'>, deviceId: number): Promise<DeviceConfig> {
  const { deviceTypeId, pollIntervalS } = await getDevice(ctx, deviceId)
  const support = await supportOf(ctx, deps, deviceId)
  const history = (await deviceSettingsOver(ctx, [deviceId])).get(deviceId) ?? []
  const { inputSetup } = settingsAt(history, ctx.clock.now())
  return {
    type: 'config',
    poll_interval_s: support?.supportsPolling ? pollIntervalS : null,
    input_setup: deviceTypeId === 2 && inputSetup !== null ? { ...inputSetup } : null,
  }
}

/** Stores that a device was sent this configuration, now. */
export const noteConfigSent = (ctx: Ctx, deviceId: number, config: DeviceConfig): Promise<void> =>
  storeConfigSent(ctx, deviceId, JSON.stringify(config), ctx.clock.now())

/** Stores that a device confirmed the receipt of this configuration, now. */
export const noteConfigConfirmed = (ctx: Ctx, deviceId: number, config: DeviceConfig): Promise<void> =>
  storeConfigConfirmed(ctx, deviceId, JSON.stringify(config), ctx.clock.now())

/**
 * Notifies all servers, with the commit, that a device's configuration changed. The server to which the device is
 * connected then sends it.
 */
export async function notifyConfigChange(ctx: Ctx, deviceId: number): Promise<void> {
  await notify(ctx.tx, COMMANDS_CHANNEL, [`${ctx.companyId}/${deviceId}/config`])
}

/** Notifies all servers, with the commit, that there is a new command about the outputs of these devices. */
export async function notifyOutputs(ctx: Ctx, deviceIds: readonly number[]): Promise<void> {
  await notify(
    ctx.tx,
    COMMANDS_CHANNEL,
    deviceIds.map((deviceId) => `${ctx.companyId}/${deviceId}/outputs`),
  )
}
