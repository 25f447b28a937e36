import {
  type KeptSetting,
  type MachineSettingValues,
  machinePlace,
  machineSettingNames,
  machineSettings,
} from './machine-settings.ts'

/** Settings of a machine at an instant, as people set them (domain, sections 3 to 5). */
export interface EquipmentSettings extends MachineSettingValues {
  readonly parentOrgUnitId: number
  /** False while archived or removed. */
  readonly active: boolean
}

/** Rows of all settings of a machine that are kept over time. */
export const equipmentSettings: Readonly<Record<keyof EquipmentSettings, KeptSetting>> = {
  ...machinePlace,
  ...machineSettings,
}

/**
 * Settings from an instant (epoch ms) up to the next entry of a list. The first entry is from 0, which means from the
 * beginning.
 */
export interface SettingsFrom extends EquipmentSettings {
  readonly from: number
}

/** Settings of a new machine. */
export const defaultEquipmentSettings: Omit<EquipmentSettings, 'parentOrgUnitId'> = {
  active: true,
  ...(Object.fromEntries(
    machineSettingNames.map((name) => [name, machineSettings[name].default]),
  ) as MachineSettingValues),
}

/**
 * Returns the settings of a machine or a device in force at an instant (epoch ms). `history` ascends by `from`; an empty one
 * throws an error.
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
 * Returns the history after a change from `from` (epoch ms) on. The changed fields count from then on, whatever later entries
 * contain; the other fields keep their values over time.
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
