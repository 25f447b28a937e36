import type { Body } from '@millwatch/contract/endpoint'
import type { updateEquipment } from '@millwatch/contract/http/tree'
import {
  fieldFault,
  fieldText,
  type MachineSettingName,
  type MachineSettingValues,
  machineSettingNames,
  machineSettings,
  numberOfField,
  valueOfWire,
  wireValue,
} from '@millwatch/domain/tree'
import type { MachineFacts } from './types.ts'

/**
 * Entries of the form for the settings of a machine: true or false for switches, text for all other values. A blank text is null
 * in the API.
 */
export type SettingsDraft = {
  readonly [Name in MachineSettingName]: MachineSettingValues[Name] extends boolean ? boolean : string
}

/** Returns the form entries for the settings of a machine. Money is blank if the answer does not contain it. */
export function settingsDraftOf(machine: MachineFacts): SettingsDraft {
  const fields = machineSettingNames.map((name) => {
    const setting = machineSettings[name]
    const value = valueOfWire(setting, machine[setting.wire] ?? null)
    return [name, setting.kind === 'switch' ? value : fieldText(setting, value)]
  })
  return Object.fromEntries(fields) as SettingsDraft
}

/** Returns the messages for amounts and durations that cannot be saved, by setting; valid ones have none. */
export function settingFaults(draft: SettingsDraft): Partial<Record<MachineSettingName, string>> {
  return Object.fromEntries(
    machineSettingNames.flatMap((name) => {
      const setting = machineSettings[name]
      if (setting.kind !== 'amount' && setting.kind !== 'duration') return []
      const fault = fieldFault(setting, String(draft[name]))
      return fault === undefined ? [] : [[name, fault]]
    }),
  )
}

/** Returns the settings whose entries differ from `before`, under the names of the API; a blank text becomes null. */
export function changedSettings(draft: SettingsDraft, before: SettingsDraft): Body<typeof updateEquipment> {
  const changed = machineSettingNames.filter((name) => draft[name] !== before[name])
  return Object.fromEntries(changed.map((name) => [machineSettings[name].wire, requestValue(name, draft[name])]))
}

function requestValue(name: MachineSettingName, field: string | boolean): string | number | boolean | null {
  const setting = machineSettings[name]
  if (typeof field === 'boolean') return field
  return setting.kind === 'amount' || setting.kind === 'duration'
    ? wireValue(setting, numberOfField(setting, field))
    : field || null
}
