import { type AnalogConfig, type DeviceSettingsFrom, rawAnalog } from '@millwatch/domain/devices'
import { changeSettings, settingsAt } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { Invalid } from '../../platform/errors.ts'
import type { DevicesNeeds } from './needs.ts'
import type { DeviceRow } from './queries-devices.ts'
import { deviceSettingsOver } from './queries-settings.ts'
import { putDeviceSettings } from './store-settings.ts'

/** Requested change of the settings of a device that are kept over time; absent fields stay. */
export interface AskedSettings {
  readonly inputSetup?: Readonly<Record<string, unknown>> | null | undefined
  readonly analog?: AnalogConfig | undefined
  /**
   * Instant from which the analog configuration counts (epoch ms); now if absent. An input set-up always counts from
   * now on.
   */
  readonly from?: number | undefined
}

/** Stores the first settings of a new device, valid for all time; defaults for absent fields. */
export async function beginSettings(ctx: Ctx, deviceId: number, { inputSetup, analog }: AskedSettings): Promise<void> {
  await putDeviceSettings(ctx, deviceId, [{ from: 0, inputSetup: inputSetup ?? null, analog: analog ?? rawAnalog }])
}

/**
 * Changes those settings of a locked device that are kept over time, and applies the consequences to its machine.
 * Writes no audit entry: returns the fields that differ, before and after; null when none does. 400 for a `from` in the
 * future, and for an input set-up in the past.
 */
export async function changeDeviceSettings(
  ctx: Ctx,
  { machinesChanged, demandKept }: DevicesNeeds,
  { deviceId, equipmentId }: DeviceRow,
  { inputSetup, analog, from: requestedFrom }: AskedSettings,
): Promise<{ before: object; after: object } | null> {
  const now = ctx.clock.now()
  const from = requestedFrom ?? now
  if (from > now) throw new Invalid('body/from lies ahead of now')
  if (inputSetup !== undefined && from < now) throw new Invalid('body/from', 'input_setup_not_backwards')
  if (analog && from < now && equipmentId !== null) await demandKept(ctx, [equipmentId], from)
  const history = (await deviceSettingsOver(ctx, [deviceId])).get(deviceId) ?? []
  const previous = settingsAt(history, from)
  const setup = inputSetup !== undefined && !isEqual(previous.inputSetup, inputSetup) ? { inputSetup } : {}
  const since = history.filter((settings) => settings.from > from)
  const isOther = analog && [previous, ...since].some((settings) => !isEqual(settings.analog, analog))
  const change: Partial<Omit<DeviceSettingsFrom, 'from'>> = { ...setup, ...(isOther ? { analog } : {}) }
  if (Object.keys(change).length === 0) return null
  await putDeviceSettings(ctx, deviceId, changeSettings(history, Math.max(0, from), change))
  const parts = [
    ...('inputSetup' in change ? (['input_setup'] as const) : []),
    ...(isOther ? (['analog'] as const) : []),
  ]
  if (equipmentId !== null) await machinesChanged(ctx, [{ equipmentId, from, parts }])
  const before = Object.fromEntries(Object.keys(change).map((key) => [key, previous[key as keyof typeof previous]]))
  return { before, after: { ...change, ...(requestedFrom === undefined ? {} : { from }) } }
}

/** Compares two JSON values; the order of keys does not matter, as the database stores objects in its own order. */
function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))]
  if (Array.isArray(a) !== Array.isArray(b) || left.length !== right.size) return false
  return left.every(([key, value]) => right.has(key) && isEqual(value, right.get(key)))
}
