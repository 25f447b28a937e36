import { isEqual } from '@millwatch/domain/audit'
import {
  type DeviceSettingsFrom,
  type DeviceSettingValues,
  defaultDeviceSettings,
  deviceSettings,
  type KeptDeviceValues,
  keptDeviceSettings,
} from '@millwatch/domain/devices'
import { SOON_MS } from '@millwatch/domain/telemetry'
import { changeSettings, settingsAt } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { Invalid } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { assignmentsOfDevices } from './queries.ts'
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

interface SettingsChanged {
  /** Fields that differ, as they were and as they are. */
  readonly before: object
  readonly after: object
  /** Ids of the machines whose data the change affects. */
  readonly equipmentIds: readonly number[]
}

/**
 * Changes those settings of a locked device that are kept over time, from `requestedFrom` on (epoch ms; absent: now), and has the
 * machines recomputed on which it was or is since then. Writes no audit entry: returns the difference; null, and nothing is
 * stored, when there is none. 400 for an instant in the future, and for an input set-up in the past, 409 for an instant before
 * the horizon of a machine on which the device was at that instant.
 */
export async function changeDeviceSettings(
  ctx: Ctx,
  deviceId: number,
  settings: AskedSettings,
  requestedFrom: number | undefined,
): Promise<SettingsChanged | null> {
  const now = ctx.clock.now()
  const from = requestedFrom ?? now
  if (from > now) throw new Invalid('body/from lies ahead of now')
  const requested = pickKept(settings)
  const names = keptDeviceSettings.filter((name) => name in requested)
  const places = await placesSince(ctx, deviceId, from)
  if (from < now) await allowBackwards(ctx, places, names)
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
  await stateFact(ctx, { kind: 'machine.changed', changes: places.map((place) => ({ ...place, parts })) })
  const after = { ...change, ...(requestedFrom === undefined ? {} : { from }) }
  return { before: valuesIn(previous), after, equipmentIds: places.map((place) => place.equipmentId) }
}

/** Machine on which a device was or is, and the instant (epoch ms) from which a change of the device affects its data. */
interface Place {
  readonly equipmentId: number
  readonly from: number
}

/**
 * Returns the machines to which events of a device at or after `from` (epoch ms) belong, each once. Events from before the first
 * assignment belong to its machine, and an event may be a little ahead of the end of the assignment in which it was received.
 */
async function placesSince(ctx: Ctx, deviceId: number, from: number): Promise<Place[]> {
  const assignments = (await assignmentsOfDevices(ctx, [deviceId])).get(deviceId) ?? []
  const places = new Map<number, Place>()
  for (const [index, { equipmentId, from: begunAt, to }] of assignments.entries()) {
    if (places.has(equipmentId) || (to !== null && to + SOON_MS < from)) continue
    places.set(equipmentId, { equipmentId, from: index === 0 ? from : Math.max(from, begunAt) })
  }
  return [...places.values()]
}

/**
 * Throws 400 if one of these settings may not be changed from an earlier instant on, and 409 if the instant of a place is before
 * the machine's horizon, so that its figures cannot be computed from there. Does nothing without settings; stores nothing.
 */
async function allowBackwards(
  ctx: Ctx,
  places: readonly Place[],
  names: readonly (keyof KeptDeviceValues)[],
): Promise<void> {
  for (const name of names) {
    const setting = deviceSettings[name]
    if ('backwards' in setting) throw new Invalid('body/from', setting.backwards)
  }
  if (names.length === 0) return
  for (const { equipmentId, from } of places)
    await stateFact(ctx, { kind: 'past.opened', equipmentIds: [equipmentId], from })
}
