import { isEqual } from '@millwatch/domain/audit'
import {
  type DeviceSettingsFrom,
  type DeviceSettingValues,
  defaultDeviceSettings,
  deviceSettings,
  type KeptDeviceValues,
  keptDeviceSettings,
} from '@millwatch/domain/devices'
import { changeSettings, settingsAt } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { Invalid } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import type { DeviceRow } from './queries-devices.ts'
import { deviceSettingsOver, putDeviceSettings } from './store-settings.ts'

/** Requested settings of a device. An absent one stays as it is; for a new device it has its default. */
export type AskedSettings = { readonly [Name in keyof DeviceSettingValues]?: DeviceSettingValues[Name] | undefined }

/**
 * Stores the first settings of a new device, of those that are kept over time, as valid for all time; absent ones have their
 * defaults.
 */
export async function beginSettings(ctx: Ctx, deviceId: number, settings: AskedSettings): Promise<void> {
  await putDeviceSettings(ctx, deviceId, [{ from: 0, ...defaultDeviceSettings, ...pickKept(settings) }])
}

const pickKept = (settings: AskedSettings): Partial<KeptDeviceValues> =>
  Object.fromEntries(
    keptDeviceSettings.filter((name) => settings[name] !== undefined).map((name) => [name, settings[name]]),
  )

/**
 * Changes those settings of a locked device that are kept over time, from `requestedFrom` on (epoch ms; absent: now), and has its
 * machine recomputed. Writes no audit entry: returns the fields that differ, before and after; null, and nothing is stored, when
 * none does. 400 for an instant in the future, and for an input set-up in the past, 409 for an instant before the machine's
 * horizon.
 */
export async function changeDeviceSettings(
  ctx: Ctx,
  { deviceId, equipmentId }: DeviceRow,
  settings: AskedSettings,
  requestedFrom: number | undefined,
): Promise<{ before: object; after: object } | null> {
  const now = ctx.clock.now()
  const from = requestedFrom ?? now
  if (from > now) throw new Invalid('body/from lies ahead of now')
  const requested = pickKept(settings)
  const names = keptDeviceSettings.filter((name) => name in requested)
  if (from < now) await allowBackwards(ctx, equipmentId, names, from)
  const history = (await deviceSettingsOver(ctx, [deviceId])).get(deviceId) ?? []
  const since = [settingsAt(history, from), ...history.filter((entry) => entry.from > from)]
  const changed = names.filter((name) => since.some((entry) => !isEqual(entry[name], requested[name])))
  if (changed.length === 0) return null
  const previous = settingsAt(history, from)
  const valuesIn = (values: Partial<KeptDeviceValues>) =>
    Object.fromEntries(changed.map((name) => [name, values[name]]))
  const change: Partial<Omit<DeviceSettingsFrom, 'from'>> = valuesIn(requested)
  await putDeviceSettings(ctx, deviceId, changeSettings(history, Math.max(0, from), change))
  const parts = changed.map((name) => deviceSettings[name].effect)
  if (equipmentId !== null) await stateFact(ctx, { kind: 'machine.changed', changes: [{ equipmentId, from, parts }] })
  const after = { ...change, ...(requestedFrom === undefined ? {} : { from }) }
  return { before: valuesIn(previous), after }
}

/**
 * Throws 400 if one of these settings may not be changed from an earlier instant on, and 409 if `from` (epoch ms) is before the
 * machine's horizon, so that its status cannot be recomputed from there. Does nothing without settings; stores nothing.
 */
async function allowBackwards(
  ctx: Ctx,
  equipmentId: number | null,
  names: readonly (keyof KeptDeviceValues)[],
  from: number,
): Promise<void> {
  for (const name of names) {
    const setting = deviceSettings[name]
    if ('backwards' in setting) throw new Invalid('body/from', setting.backwards)
  }
  if (names.length > 0 && equipmentId !== null)
    await stateFact(ctx, { kind: 'past.opened', equipmentIds: [equipmentId], from })
}
