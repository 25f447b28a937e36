import type { Ctx } from '../../platform/ctx.ts'
import { notify } from '../../platform/db/notify.ts'
import type { DeviceConfig } from './present-config.ts'
import { storeConfigConfirmed, storeConfigSent } from './store-configs.ts'

/**
 * Name of the PostgreSQL channel that notifies every server that the configuration or the outputs of a device changed. A message
 * is `company/device/subject`, the ids and then `config` or `outputs`.
 */
export const COMMANDS_CHANNEL = 'device_commands'

/** Stores that this configuration was sent to a device now; if it is the one sent last, its first instant stays. */
export const noteConfigSent = (ctx: Ctx, deviceId: number, config: DeviceConfig): Promise<void> =>
  storeConfigSent(ctx, deviceId, JSON.stringify(config), ctx.clock.now())

/**
 * Stores that a device confirmed this configuration now; if it is the one confirmed last, its first instant stays. Does nothing
 * if none was ever sent to the device.
 */
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
