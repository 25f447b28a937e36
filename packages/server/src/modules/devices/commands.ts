import type { Ctx } from '../../platform/ctx.ts'
import { notify } from '../../platform/db/notify.ts'
import type { DeviceConfig } from './present-config.ts'
import { storeConfigConfirmed, storeConfigSent } from './store-configs.ts'

/**
 * PostgreSQL channel of `company/device/subject`, which notifies every server that the configuration (`config`) or the outputs
 * (`outputs`) of a device changed.
 */
export const COMMANDS_CHANNEL = 'device_commands'

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
