import { changeSettings, type EquipmentSettings, type SettingsFrom, settingsAt } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import type { ChangedPart, MachineChange } from './machine-change.ts'
import { lockEquipment, standEquipment } from './store.ts'
import { putSettings, settingsOver } from './store-settings.ts'

/** What a change made different of one machine, and since when: only what differs is in `before` and `after`. */
export interface SettingsChanged {
  readonly equipmentId: number
  readonly from: number
  readonly before: Partial<EquipmentSettings>
  readonly after: Partial<EquipmentSettings>
  /** All its settings over time, as they were. */
  readonly was: readonly SettingsFrom[]
}

/**
 * Changes settings of machines as of `from` (epoch ms, not ahead of now). Machines of which nothing is different afterwards
 * are not in the answer. What follows from it is the caller's to say, by `changesOf`.
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
    const was = settingsAt(history, from)
    const before = Object.fromEntries(Object.keys(after).map((key) => [key, was[key as keyof EquipmentSettings]]))
    changed.push({ equipmentId, from, before, after, was: history })
    histories.set(equipmentId, changeSettings(history, from, change))
  }
  await putSettings(ctx, histories)
  const now = ctx.clock.now()
  await standEquipment(
    ctx,
    [...histories].map(([equipmentId, history]) => ({ equipmentId, ...settingsAt(history, now) })),
  )
  return changed
}

/** The part of a change that says anything else than what held at some instant from `from` on. */
function difference(
  history: readonly SettingsFrom[],
  from: number,
  change: Partial<EquipmentSettings>,
): Partial<EquipmentSettings> {
  const since = [settingsAt(history, from), ...history.filter((one) => one.from > from)]
  const differs = ([key, value]: [string, unknown]) =>
    value !== undefined && since.some((one) => one[key as keyof EquipmentSettings] !== value)
  return Object.fromEntries(Object.entries(change).filter(differs))
}

const partOf: Partial<Record<keyof EquipmentSettings, ChangedPart>> = {
  parentOrgUnitId: 'parent',
  active: 'active',
  maximumCycleMs: 'maximum_cycle',
  source: 'source',
  excessiveDowntimeThresholdMs: 'threshold',
}

/** What the flow has to know of changed settings. Switches and prices are read as of each instant, and change nothing kept. */
export function changesOf(changed: readonly SettingsChanged[]): MachineChange[] {
  return changed.flatMap(({ equipmentId, from, after, was }) => {
    const parts = Object.keys(after).flatMap((key) => partOf[key as keyof EquipmentSettings] ?? [])
    return parts.length === 0 ? [] : [{ equipmentId, from, parts, was: { settings: was } }]
  })
}
