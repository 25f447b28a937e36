import type { MachineChange } from '@millwatch/domain/facts'
import {
  changeSettings,
  type EquipmentSettings,
  equipmentSettings,
  type SettingsFrom,
  settingsAt,
} from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { lockEquipment, storeCurrentUnits } from './store.ts'
import { putSettings, settingsOver } from './store-settings.ts'

/**
 * Change of one machine's settings as of `from` (epoch ms). `before` (values at `from`) and `after` contain only the fields that
 * differ at `from` or at a later instant.
 */
export interface SettingsChanged {
  readonly equipmentId: number
  readonly from: number
  readonly before: Partial<EquipmentSettings>
  readonly after: Partial<EquipmentSettings>
  /** All settings of the machine over time, before the change. */
  readonly history: readonly SettingsFrom[]
}

/**
 * Locks machines and changes their settings as of `from` (epoch ms, not later than now), also in settings stored for later
 * instants. Returns only the machines whose settings differ afterwards, with the fields that differ. Writes no audit entry, and
 * states no fact: the caller must pass the result to `changesOf` and state the changes as `machine.changed`.
 */
export async function writeSettings(
  ctx: Ctx,
  equipmentIds: readonly number[],
  from: number,
  change: Partial<EquipmentSettings>,
): Promise<SettingsChanged[]> {
  await lockEquipment(ctx, equipmentIds)
  const histories = new Map<number, SettingsFrom[]>()
  const changed: SettingsChanged[] = []
  for (const [equipmentId, history] of await settingsOver(ctx, equipmentIds)) {
    const after = difference(history, from, change)
    if (Object.keys(after).length === 0) continue
    const previous = settingsAt(history, from)
    const before = Object.fromEntries(Object.keys(after).map((key) => [key, previous[key as keyof EquipmentSettings]]))
    changed.push({ equipmentId, from, before, after, history })
    histories.set(equipmentId, changeSettings(history, from, change))
  }
  await putSettings(ctx, histories)
  const now = ctx.clock.now()
  await storeCurrentUnits(
    ctx,
    [...histories].map(([equipmentId, history]) => ({ equipmentId, ...settingsAt(history, now) })),
  )
  return changed
}

/**
 * Returns the fields of a change whose new value differs from the settings at any instant from `from` (epoch ms) on; empty if
 * none does.
 */
function difference(
  history: readonly SettingsFrom[],
  from: number,
  change: Partial<EquipmentSettings>,
): Partial<EquipmentSettings> {
  const since = [settingsAt(history, from), ...history.filter((settings) => settings.from > from)]
  const differs = ([key, value]: [string, unknown]) =>
    value !== undefined && since.some((settings) => settings[key as keyof EquipmentSettings] !== value)
  return Object.fromEntries(Object.entries(change).filter(differs))
}

/**
 * Returns the changes that a `machine.changed` fact must contain. Empty for switches and prices, which are read for each instant,
 * so that no stored figure depends on them.
 */
export function changesOf(changed: readonly SettingsChanged[]): MachineChange[] {
  return changed.flatMap(({ equipmentId, from, after, history }) => {
    const parts = Object.keys(after).flatMap((key) => equipmentSettings[key as keyof EquipmentSettings].effect ?? [])
    return parts.length === 0 ? [] : [{ equipmentId, from, parts, before: { settings: history } }]
  })
}
