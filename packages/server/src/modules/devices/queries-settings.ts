import type { DeviceSettingsFrom } from '@millwatch/domain/devices'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'

interface SettingRow {
  readonly deviceId: number
  readonly validFrom: number
  readonly inputSetup: Record<string, unknown> | null
  readonly analogUnit: string | null
  readonly analogScale: number
  readonly analogOffset: number
}

/**
 * Returns by device id the input set-up and analog configuration over time, ascending; the first entry begins at
 * instant 0.
 */
export async function deviceSettingsOver(
  ctx: Ctx,
  deviceIds: readonly number[],
): Promise<Map<number, DeviceSettingsFrom[]>> {
  const rows = await ctx.tx.prepared<SettingRow>(
    {
      name: 'devices.settings_over',
      text: `select device_id, valid_from, input_setup, analog_unit, analog_scale, analog_offset from device_setting
        where company_id = $1 and device_id = any($2::bigint[]) order by device_id, valid_from`,
    },
    [ctx.companyId, numberArray(deviceIds)],
  )
  const byDevice = new Map<number, DeviceSettingsFrom[]>()
  for (const row of rows) {
    const settings = settingsOf(row)
    const list = byDevice.get(row.deviceId)
    if (list) list.push(settings)
    else byDevice.set(row.deviceId, [settings])
  }
  return byDevice
}

function settingsOf(row: SettingRow): DeviceSettingsFrom {
  const analog = { unit: row.analogUnit, scale: row.analogScale, offset: row.analogOffset }
  return { from: row.validFrom, inputSetup: row.inputSetup, analog }
}
