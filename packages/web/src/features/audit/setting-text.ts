import { companySettings } from '@millwatch/domain/company'
import { type DeviceSetting, deviceSettings } from '@millwatch/domain/devices'
import { equipmentSettings, fieldText, type MachineSetting, machineSettings } from '@millwatch/domain/tree'

type CompanySetting = (typeof companySettings)[keyof typeof companySettings]
type SettingRow = { readonly label: string } | MachineSetting | DeviceSetting | CompanySetting

/** Rows of all settings, by the kind of subject that an audit entry names and by field. */
const rows: Readonly<Record<string, Readonly<Record<string, SettingRow>>>> = {
  equipment: { ...equipmentSettings, ...machineSettings },
  device: deviceSettings,
  company: companySettings,
}

/** Returns the row of a setting that an audit entry about `subject` names; undefined for any other field. */
export function settingOf(subject: string, field: string): SettingRow | undefined {
  const ofSubject = rows[subject.split('/')[0] ?? ''] ?? {}
  return Object.hasOwn(ofSubject, field) ? ofSubject[field] : undefined
}

/**
 * Returns the value of a setting as text: durations in the unit of their field, choices by their text. Undefined for all
 * other values, which have no text of their own.
 */
export function settingText(setting: SettingRow, value: unknown): string | undefined {
  if ('choices' in setting && Array.isArray(setting.choices))
    return setting.choices.find(([choice]) => choice === value)?.[1]
  if (!('kind' in setting)) return undefined
  if (setting.kind === 'duration' && typeof value === 'number') return fieldText(setting, value)
  if (setting.kind !== 'choice') return undefined
  if (value === null) return 'none' in setting ? setting.none : undefined
  const choices: Readonly<Record<string, string>> = setting.choices
  return choices[String(value)]
}
