import { companySettings } from '@millwatch/domain/company'
import { type DeviceSetting, deviceSettings } from '@millwatch/domain/devices'
import { equipmentSettings, fieldText, type MachineSetting, machineSettings } from '@millwatch/domain/tree'

type CompanySetting = (typeof companySettings)[keyof typeof companySettings]
type SettingRow = { readonly label: string } | MachineSetting | DeviceSetting | CompanySetting

/** Labels and formats of all settings, by the kind of the subject of an audit entry and by field. */
const rows: Readonly<Record<string, Readonly<Record<string, SettingRow>>>> = {
  equipment: { ...equipmentSettings, ...machineSettings },
  device: deviceSettings,
  company: companySettings,
}

/**
 * Returns the label and format of the setting `field` of the subject (`equipment/17`) of an audit entry; undefined if the field
 * is no setting.
 */
export function settingOf(subject: string, field: string): SettingRow | undefined {
  const ofSubject = rows[subject.split('/')[0] ?? ''] ?? {}
  return Object.hasOwn(ofSubject, field) ? ofSubject[field] : undefined
}

/**
 * Returns the value of a setting as text: a duration in the unit of its form field, a choice as its label. Undefined for settings
 * of other kinds and for values that are no choice.
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
