import { type AnalogConfig, type DeviceSettingsFrom, rawAnalog } from '@millwatch/domain/devices'
import { changeSettings, settingsAt } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { Invalid } from '../../platform/errors.ts'
import type { DevicesDeps } from './deps.ts'
import type { DeviceRow } from './queries-devices.ts'
import { deviceSettingsOver } from './queries-settings.ts'
import { putDeviceSettings } from './store-settings.ts'

/** What goes by time of a device; what is left out stays. */
export interface AskedSettings {
  readonly inputSetup?: Readonly<Record<string, unknown>> | null | undefined
  readonly analog?: AnalogConfig | undefined
  /** As of when the analog configuration counts (epoch ms); now if left out. A set-up counts from now on, always. */
  readonly from?: number | undefined
}

/** What a new device starts with, from ever on. */
export async function beginSettings(ctx: Ctx, deviceId: number, { inputSetup, analog }: AskedSettings): Promise<void> {
  await putDeviceSettings(ctx, deviceId, [{ from: 0, inputSetup: inputSetup ?? null, analog: analog ?? rawAnalog }])
}

/** Changes what goes by time of a device that is held, and says what follows for its machine. The answer is what differs. */
export async function changeDeviceSettings(
  ctx: Ctx,
  { machinesChanged, demandKept }: DevicesDeps,
  { deviceId, equipmentId }: DeviceRow,
  { inputSetup, analog, from: asked }: AskedSettings,
): Promise<{ before: object; after: object } | null> {
  const now = ctx.clock.now()
  const from = asked ?? now
  if (from > now) throw new Invalid('body/from lies ahead of now')
  if (inputSetup !== undefined && from < now) throw new Invalid('body/from', 'input_setup_not_backwards')
  if (analog && from < now && equipmentId !== null) await demandKept(ctx, [equipmentId], from)
  const history = (await deviceSettingsOver(ctx, [deviceId])).get(deviceId) ?? []
  const was = settingsAt(history, from)
  const setup = inputSetup !== undefined && !isEqual(was.inputSetup, inputSetup) ? { inputSetup } : {}
  const since = history.filter((one) => one.from > from)
  const isOther = analog && [was, ...since].some((one) => !isEqual(one.analog, analog))
  const change: Partial<Omit<DeviceSettingsFrom, 'from'>> = { ...setup, ...(isOther ? { analog } : {}) }
  if (Object.keys(change).length === 0) return null
  await putDeviceSettings(ctx, deviceId, changeSettings(history, Math.max(0, from), change))
  const parts = [
    ...('inputSetup' in change ? (['input_setup'] as const) : []),
    ...(isOther ? (['analog'] as const) : []),
  ]
  if (equipmentId !== null) await machinesChanged(ctx, [{ equipmentId, from, parts }])
  const before = Object.fromEntries(Object.keys(change).map((key) => [key, was[key as keyof typeof was]]))
  return { before, after: { ...change, ...(asked === undefined ? {} : { from }) } }
}

/** Whatever the order of names: the database keeps objects in an order of its own. */
function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))]
  if (Array.isArray(a) !== Array.isArray(b) || left.length !== right.size) return false
  return left.every(([key, value]) => right.has(key) && isEqual(value, right.get(key)))
}
