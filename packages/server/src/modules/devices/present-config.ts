import { settingsAt } from '@millwatch/domain/tree'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { getDevice, supportOf } from './checks.ts'
import { deviceSettingsOver } from './store-settings.ts'

/**
 * Configuration sent to a device: over MQTT as a command, over HTTP as the answer. A field is null if it is not set, or if the
 * device does not support it.
 */
export interface DeviceConfig {
  readonly type: 'config'
  readonly poll_interval_s: number | null
  readonly input_setup: Record<string, unknown> | null
}

/** Returns the configuration that a device must have now; 404 for an unknown device. */
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
