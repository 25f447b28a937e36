import {
  type DeviceSettingsFrom,
  deviceSettings,
  type KeptDeviceValues,
  keptDeviceSettings,
} from '@millwatch/domain/devices'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'

/** Returns the SQL expression that selects a setting: its column, or one JSON object if the setting has several columns. */
function selectionOf(name: keyof KeptDeviceValues): string {
  const { column } = deviceSettings[name]
  if (typeof column === 'string') return `${column} as "${name}"`
  const parts = Object.entries(column).map(([part, its]) => `'${part}', ${its}`)
  return `json_build_object(${parts.join(', ')}) as "${name}"`
}

const selected = keptDeviceSettings.map(selectionOf).join(', ')

/**
 * Returns by device id those settings of devices that are kept over time, ascending by start (epoch ms). The first entry of a
 * device begins at 0; unknown devices have no entry.
 */
export async function deviceSettingsOver(
  ctx: Ctx,
  deviceIds: readonly number[],
): Promise<Map<number, DeviceSettingsFrom[]>> {
  const rows = await ctx.tx.prepared<DeviceSettingsFrom & { deviceId: number }>(
    {
      name: 'devices.settings_over',
      text: `select device_id as "deviceId", valid_from as "from", ${selected} from device_setting
        where company_id = $1 and device_id = any($2::bigint[]) order by device_id, valid_from`,
    },
    [ctx.companyId, numberArray(deviceIds)],
  )
  const byDevice = new Map<number, DeviceSettingsFrom[]>()
  for (const { deviceId, ...settings } of rows) {
    const history = byDevice.get(deviceId)
    if (history) history.push(settings)
    else byDevice.set(deviceId, [settings])
  }
  return byDevice
}

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
  const rows = history.map((settings) => ({
    company_id: ctx.companyId,
    device_id: deviceId,
    valid_from: settings.from,
    ...Object.fromEntries(keptDeviceSettings.flatMap((name) => columnsOf(name, settings))),
  }))
  await ctx.tx.db.insertInto('device_setting').values(rows).execute()
}

/**
 * Returns the columns of a setting with their values. An object in one column is stored as JSON, null as null; if the setting has
 * several columns, each gets its part.
 */
function columnsOf(name: keyof KeptDeviceValues, settings: DeviceSettingsFrom): [string, unknown][] {
  const { column } = deviceSettings[name]
  const parts = new Map<string, unknown>(Object.entries(settings[name] ?? {}))
  if (typeof column !== 'string') return Object.entries(column).map(([part, its]) => [its, parts.get(part)])
  return [[column, settings[name] === null ? null : JSON.stringify(settings[name])]]
}
