import type { CompanySettings } from './company-settings.ts'

export type TemperatureUnit = '°C' | '°F'

/** Returns the unit in which a company reads temperatures: °F with US customary units, else °C. */
export const temperatureUnitOf = ({ measureUnits }: Pick<CompanySettings, 'measureUnits'>): TemperatureUnit =>
  measureUnits === 'us' ? '°F' : '°C'

/** Returns a temperature in °C in another unit: 20 °C is 68 °F. */
export const celsiusIn = (unit: TemperatureUnit, celsius: number): number =>
  unit === '°C' ? celsius : (celsius * 9) / 5 + 32

/** Returns a difference of temperatures in °C, such as a standard deviation, in another unit: 5 °C are 9 °F. */
export const spanIn = (unit: TemperatureUnit, celsius: number): number => (unit === '°C' ? celsius : (celsius * 9) / 5)

const celsiusOf = (unit: TemperatureUnit, value: number): number => (unit === '°C' ? value : ((value - 32) * 5) / 9)

/** Decimals of a limit in °C, as the API takes it. */
const LIMIT_DECIMALS = 3
const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals))

/**
 * Converts a limit that a person entered in `unit` to °C, rounded to three decimals: 101 °F are 38.333 °C. A limit in
 * °C is returned unchanged.
 */
export const limitOf = (unit: TemperatureUnit, value: number): number =>
  unit === '°C' ? value : rounded(celsiusOf(unit, value), LIMIT_DECIMALS)

/**
 * Converts a limit from °C to `unit`, with the fewest decimals, at most three, that `limitOf` converts back to the same
 * limit: 38.333 °C are 101 °F, not 100.999 °F. With °C the limit is returned unchanged.
 */
export function limitIn(unit: TemperatureUnit, celsius: number): number {
  if (unit === '°C') return celsius
  const exact = celsiusIn(unit, celsius)
  for (let decimals = 0; decimals < LIMIT_DECIMALS; decimals++) {
    const short = rounded(exact, decimals)
    if (limitOf(unit, short) === rounded(celsius, LIMIT_DECIMALS)) return short
  }
  return rounded(exact, LIMIT_DECIMALS)
}
