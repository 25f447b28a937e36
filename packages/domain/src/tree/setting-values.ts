import type { MachineSetting, NumberSetting } from './machine-settings.ts'

type Value = number | boolean | string | null

/** Returns the value of a setting as the API has it: durations in seconds, everything else unchanged. */
export function wireValue({ kind }: MachineSetting, value: Value): Value {
  return kind === 'duration' && typeof value === 'number' ? value / 1000 : value
}

/** Returns the value of a setting from its value in the API: durations in whole ms. */
export function valueOfWire({ kind }: MachineSetting, value: Value): Value {
  return kind === 'duration' && typeof value === 'number' ? Math.round(value * 1000) : value
}

/** Returns the text of a setting in its field, in the unit of the field; blank for null. Minutes have three decimals. */
export function fieldText(setting: MachineSetting, value: Value): string {
  if (value === null) return ''
  if (setting.kind !== 'duration' || typeof value !== 'number') return String(value)
  return String(Math.round((value / setting.fieldUnit) * 1000) / 1000)
}

/** Returns the number that the text of a field means; null for a blank text, NaN for one that is no number. */
export function numberOfField({ kind, fieldUnit }: NumberSetting, text: string): number | null {
  if (text.trim() === '') return null
  return kind === 'duration' ? Math.round(Number(text) * fieldUnit) : Number(text)
}

/** Returns the message for a text that cannot be saved; undefined when it can. The server checks the maximum. */
export function fieldFault(setting: NumberSetting, text: string): string | undefined {
  const value = numberOfField(setting, text)
  const isValid = value === null ? setting.optional : Number.isFinite(value) && value >= setting.minimum
  return isValid ? undefined : setting.fault
}
