import type { DeviceSettingsFrom } from '@millwatch/domain/devices'
import type { Ctx } from '../../platform/ctx.ts'

/** Replaces all stored settings of a device, over all time, by `history`, which must not be empty. */
export async function putDeviceSettings(
  ctx: Ctx,
  deviceId: number,
  history: readonly DeviceSettingsFrom[],
): Promise<void> {
  await ctx.tx.db
    .deleteFrom('device_setting')
    .where('company_id', '=', ctx.companyId)
    .where('device_id', '=', deviceId)
    .execute()
  const rows = history.map(({ from, inputSetup, analog }) => ({
    company_id: ctx.companyId,
    device_id: deviceId,
    valid_from: from,
    input_setup: inputSetup === null ? null : JSON.stringify(inputSetup),
    analog_unit: analog.unit,
    analog_scale: analog.scale,
    analog_offset: analog.offset,
  }))
  await ctx.tx.db.insertInto('device_setting').values(rows).execute()
}
