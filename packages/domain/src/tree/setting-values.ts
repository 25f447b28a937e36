import type { MachineSetting, NumberSetting } from './machine-settings.ts'

type Value = number | boolean | string | null

/** Returns the value of a setting in the form of the API: durations in seconds instead of ms, everything else unchanged. */
export function wireValue({ kind }: MachineSetting, value: Value): Value {
  return kind === 'duration' && typeof value === 'number' ? value / 1000 : value
}

/**
 * Returns the value of a setting from its form in the API: durations in whole ms instead of seconds, everything else
 * unchanged.
 */
export function valueOfWire({ kind }: MachineSetting, value: Value): Value {
  return kind === 'duration' && typeof value === 'number' ? Math.round(value * 1000) : value
}

/**
 * Returns the text that the form shows for a setting: durations in the unit of the field with at most three decimals, blank
 * for null.
 */
export function fieldText(setting: MachineSetting, value: Value): string {
  if (value === null) return ''
  if (setting.kind !== 'duration' || typeof value !== 'number') return String(value)
  return String(Math.round((value / setting.fieldUnit) * 1000) / 1000)
}

/**
 * Returns the number that a person typed in the field of a setting; durations are converted from the field's unit to whole
 * ms. Null for a blank text, NaN for a text that is not a number.
 */
export function numberOfField({ kind, fieldUnit }: NumberSetting, text: string): number | null {
  if (text.trim() === '') return null
  return kind === 'duration' ? Math.round(Number(text) * fieldUnit) : Number(text)
}

/**
 * Returns the message for a text in the field of a setting that cannot be saved, undefined for a valid one: no number, below
 * the minimum, or blank where a value is required. The server checks the maximum.
 */
export function fieldFault(setting: NumberSetting, text: string): string | undefined {
  const value = numberOfField(setting, text)
  const isValid = value === null ? setting.optional : Number.isFinite(value) && value >= setting.minimum
  return isValid ? undefined : setting.fault
}
