import { limitIn } from '../company/index.ts'
import type { AlarmArgs, SettingsContext } from './alarm-type.ts'
import { textArg } from './args.ts'

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })

/** Returns a number with up to three decimals: `1,200`, `62.4`. */
export const numberText = (value: number): string => number.format(value)

/** Returns a number with a unit behind it; null or an empty unit: the number alone. */
export const amountText = (value: number, unit: string | null): string =>
  unit ? `${numberText(value)} ${unit}` : numberText(value)

/** Returns a number with its noun `thing`, which gets an s unless the number is 1: `1 cycle`, `1,204 cycles`. */
export const counted = (value: number, thing: string): string =>
  `${numberText(value)} ${thing}${value === 1 ? '' : 's'}`

/**
 * Returns minutes as text with the units that are not 0: `35 m`, `4 h`, `1 h 30 m`, `2 d`. Fractions are rounded to
 * seconds (`45 s`); 0 is `0 m`.
 */
export function minutesText(minutes: number): string {
  const total = Math.round(minutes * 60)
  const parts = [
    [Math.floor(total / 86_400), 'd'],
    [Math.floor(total / 3600) % 24, 'h'],
    [Math.floor(total / 60) % 60, 'm'],
    [total % 60, 's'],
  ] as const
  const text = parts.flatMap(([value, unit]) => (value === 0 ? [] : [`${value} ${unit}`])).join(' ')
  return text === '' ? '0 m' : text
}

const names: Readonly<Record<string, string>> = {
  temperature: 'Temperature',
  analog: 'Analog input',
  cycle_time: 'Cycle time',
}

/** Returns the name of the quantity that a telemetry alarm watches: `Temperature`; `Value` for an unknown quantity. */
export const quantityName = (args: AlarmArgs): string => names[textArg(args, 'what')] ?? 'Value'

/**
 * Returns a value of the quantity that a telemetry alarm watches, with its unit: `62.4 °C`, `12.5 s`. A temperature, given in °C,
 * is converted to the unit of the company, as `144.32 °F`. An analog value without a unit is the number alone.
 */
export function withUnit(
  value: number,
  args: AlarmArgs,
  { analogUnit, temperatureUnit = '°C' }: SettingsContext,
): string {
  const quantity = textArg(args, 'what')
  if (quantity === 'temperature') return amountText(limitIn(temperatureUnit, value), temperatureUnit)
  const units: Readonly<Record<string, string | null>> = { analog: analogUnit, cycle_time: 's' }
  return amountText(value, units[quantity] ?? null)
}
