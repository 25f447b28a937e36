import {
  type CompanySettings,
  celsiusIn,
  DEFAULT_COMPANY_SETTINGS,
  spanIn,
  type TemperatureUnit,
  temperatureUnitOf,
} from '@millwatch/domain/company'
import { readStoredValue, writeStored } from './stored.ts'

type Settings = Pick<CompanySettings, 'firstWeekday' | 'measureUnits'> & { readonly currency: string | null }

/**
 * Key in the storage of the settings of an earlier visit, so that its first page is read for the right week. Without storage, the
 * first page of a visit may be read twice.
 */
const KEPT_AS = 'millwatch.measures'

function kept(): Settings {
  const { firstWeekday, measureUnits, currency } = (readStoredValue(KEPT_AS) ?? {}) as Partial<
    Record<keyof Settings, unknown>
  >
  return {
    firstWeekday: firstWeekday === 1 ? 1 : DEFAULT_COMPANY_SETTINGS.firstWeekday,
    measureUnits: measureUnits === 'us' ? 'us' : DEFAULT_COMPANY_SETTINGS.measureUnits,
    currency: typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : null,
  }
}

/** Settings of the company that this window uses; undefined until they are first needed. */
let settings: Settings | undefined

function inForce(): Settings {
  settings ??= kept()
  return settings
}

/** Settings of measures of a company, as in answers of the API. */
export interface MeasuresRead {
  readonly first_weekday: 0 | 1
  readonly measure_units: Settings['measureUnits']
  readonly currency: string | null
}

/**
 * Sets the first day of weeks, the units of temperature and the currency from now on, and stores them for the next visit. Text
 * that is on the page already stays as it is. Does nothing for undefined or equal settings.
 */
export function chooseMeasures(read: MeasuresRead | undefined): void {
  if (read === undefined) return
  const { first_weekday: firstWeekday, measure_units: measureUnits, currency } = read
  const before = inForce()
  if (keyOfMeasures(read) === `${before.firstWeekday} ${before.measureUnits} ${before.currency}`) return
  settings = { firstWeekday, measureUnits, currency }
  writeStored(KEPT_AS, JSON.stringify(settings))
}

/** Returns a text that is different for different settings, used to mount a page again when they change. */
export const keyOfMeasures = ({ first_weekday, measure_units, currency }: MeasuresRead): string =>
  `${first_weekday} ${measure_units} ${currency}`

/** Returns the first day of weeks: 0 Sunday, 1 Monday. */
export const firstWeekday = (): 0 | 1 => inForce().firstWeekday

/** Returns the numbers of the weekdays (0 Sunday to 6 Saturday), beginning with the first day of weeks. */
export const weekdaysInOrder = (): number[] => Array.from({ length: 7 }, (_, i) => (firstWeekday() + i) % 7)

export const temperatureUnit = (): TemperatureUnit => temperatureUnitOf(inForce())
/** Converts a temperature in °C to the unit of the company. */
export const temperature = (celsius: number): number => celsiusIn(temperatureUnit(), celsius)
/** Converts a difference of temperatures in °C to the unit of the company. */
export const temperatureSpan = (celsius: number): number => spanIn(temperatureUnit(), celsius)
const oneDecimal = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Returns a temperature in °C as text in the unit of the company: `40.9 °C`. */
export const temperatureText = (celsius: number): string =>
  `${oneDecimal.format(temperature(celsius))} ${temperatureUnit()}`

const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Returns an amount as text in the currency of the company, `$1,204.50`; without one, `1,204.50`. */
export function money(value: number): string {
  const { currency } = inForce()
  if (currency === null) return twoDecimals.format(value)
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  return new Intl.NumberFormat('en-US', style).format(value)
}
