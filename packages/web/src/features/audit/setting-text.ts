import { equipmentSettings, fieldText, type MachineSetting, machineSettings } from '@millwatch/domain/tree'

const rows: Readonly<Record<string, { readonly label: string } | MachineSetting>> = {
  ...equipmentSettings,
  ...machineSettings,
}

/** Returns the row of a setting that an audit entry about `subject` names; undefined for any other field. */
export function settingOf(subject: string, field: string): (typeof rows)[string] | undefined {
  return subject.startsWith('equipment/') && Object.hasOwn(rows, field) ? rows[field] : undefined
}

/** Returns the value of a setting as its form shows it; undefined when the generic text of the value fits. */
export function settingText(setting: (typeof rows)[string], value: unknown): string | undefined {
  if (!('kind' in setting)) return undefined
  if (setting.kind === 'duration' && typeof value === 'number') return fieldText(setting, value)
  if (setting.kind !== 'choice') return undefined
  return value === null ? setting.none : typeof value === 'string' ? setting.choices[value] : undefined
}
