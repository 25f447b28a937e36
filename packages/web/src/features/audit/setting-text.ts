import { equipmentSettings, fieldText, type MachineSetting, machineSettings } from '@millwatch/domain/tree'

const rows: Readonly<Record<string, { readonly label: string } | MachineSetting>> = {
  ...equipmentSettings,
  ...machineSettings,
}

/**
 * Returns label and kind of the machine's setting that an audit entry changed; undefined for another field, and for a
 * `subject` that is no machine.
 */
export function settingOf(subject: string, field: string): (typeof rows)[string] | undefined {
  return subject.startsWith('equipment/') && Object.hasOwn(rows, field) ? rows[field] : undefined
}

/**
 * Returns the value of a setting as text: durations in the unit of their field, choices by their text. Undefined for all
 * other values, which have no text of their own.
 */
export function settingText(setting: (typeof rows)[string], value: unknown): string | undefined {
  if (!('kind' in setting)) return undefined
  if (setting.kind === 'duration' && typeof value === 'number') return fieldText(setting, value)
  if (setting.kind !== 'choice') return undefined
  return value === null ? setting.none : typeof value === 'string' ? setting.choices[value] : undefined
}
