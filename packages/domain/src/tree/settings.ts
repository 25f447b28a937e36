import { joined, type Range } from '../time/index.ts'
import {
  type KeptSetting,
  type MachineSettingValues,
  machinePlace,
  machineSettingNames,
  machineSettings,
} from './machine-settings.ts'

/** Settings of a machine that are kept over time, as in force at one instant (domain, sections 3 to 5). */
export interface EquipmentSettings extends MachineSettingValues {
  readonly parentOrgUnitId: number
  /** False while archived or removed. */
  readonly active: boolean
}

/**
 * Column, label and effect of each value of a machine that is kept over time (its settings, parent unit and activity), by name.
 */
export const equipmentSettings: Readonly<Record<keyof EquipmentSettings, KeptSetting>> = {
  ...machinePlace,
  ...machineSettings,
}

/**
 * Settings of a machine from the instant `from` (epoch ms) up to the next entry of a list. The first entry of a list has
 * `from` 0: it counts from the beginning.
 */
export interface SettingsFrom extends EquipmentSettings {
  readonly from: number
}

/** Instant (`from`, epoch ms) from which a machine is active or archived, up to the next entry of a list. */
export type ActivityFrom = Pick<SettingsFrom, 'from' | 'active'>

/** Settings of a new machine; the parent unit is added to them. */
export const defaultEquipmentSettings: Omit<EquipmentSettings, 'parentOrgUnitId'> = {
  active: true,
  ...(Object.fromEntries(
    machineSettingNames.map((name) => [name, machineSettings[name].default]),
  ) as MachineSettingValues),
}

/**
 * Returns the entry of settings (of a machine or a device) in force at an instant (epoch ms); before the first entry,
 * the first. `history` ascends by `from`; an empty one throws an error.
 */
export function settingsAt<Settings extends { readonly from: number }>(
  history: readonly Settings[],
  at: number,
): Settings {
  const found = history.findLast((entry) => entry.from <= at) ?? history[0]
  if (!found) throw new Error('Nothing was ever set')
  return found
}

/**
 * Returns the parts of a range in which `isOn` is true of the settings in force, as the fewest ranges, ascending. `history`
 * ascends by `from`, and its first entry also counts before its start; an empty one gives no ranges.
 */
export function rangesWhere<Settings extends { readonly from: number }>(
  history: readonly Settings[],
  isOn: (entry: Settings) => boolean,
  { from, to }: Range,
): Range[] {
  return joined(
    history.flatMap((entry, i) => {
      if (!isOn(entry)) return []
      const start = i === 0 ? from : Math.max(entry.from, from)
      return [{ from: start, to: Math.min(history[i + 1]?.from ?? to, to) }]
    }),
  )
}

/**
 * Returns the history of settings after a change at `from` (epoch ms), with an entry at `from`; `history` itself is not changed.
 * The changed fields get the new value in that and all later entries, and the other fields keep their values over time. Throws an
 * error for an empty history.
 */
export function changeSettings<Settings extends { readonly from: number }>(
  history: readonly Settings[],
  from: number,
  change: Partial<Omit<Settings, 'from'>>,
): Settings[] {
  const before = history.filter((entry) => entry.from < from)
  const after = history.filter((entry) => entry.from > from)
  return [...before, { ...settingsAt(history, from), from }, ...after].map((entry) =>
    entry.from < from ? entry : { ...entry, ...change },
  )
}
