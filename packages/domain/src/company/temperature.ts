import type { CompanySettings } from './company-settings.ts'

export type TemperatureUnit = '°C' | '°F'

/** Returns the unit in which a company reads temperatures. */
export const temperatureUnitOf = ({ measureUnits }: Pick<CompanySettings, 'measureUnits'>): TemperatureUnit =>
  measureUnits === 'us' ? '°F' : '°C'

/** Returns a temperature in °C in another unit: 20 °C is 68 °F. */
export const celsiusIn = (unit: TemperatureUnit, celsius: number): number =>
  unit === '°C' ? celsius : (celsius * 9) / 5 + 32

/** Returns a difference of temperatures in °C, such as a standard deviation, in another unit: 5 °C are 9 °F. */
export const spanIn = (unit: TemperatureUnit, celsius: number): number => (unit === '°C' ? celsius : (celsius * 9) / 5)
