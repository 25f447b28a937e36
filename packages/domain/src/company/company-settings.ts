/** Codes (ISO 4217) of the currencies that a company can choose, in alphabetical order. */
export const currencies = [
  'AED',
  'ARS',
  'AUD',
  'BGN',
  'BRL',
  'CAD',
  'CHF',
  'CLP',
  'CNY',
  'COP',
  'CZK',
  'DKK',
  'EGP',
  'EUR',
  'GBP',
  'HKD',
  'HUF',
  'IDR',
  'ILS',
  'INR',
  'JPY',
  'KRW',
  'MAD',
  'MXN',
  'MYR',
  'NOK',
  'NZD',
  'PEN',
  'PHP',
  'PKR',
  'PLN',
  'RON',
  'RSD',
  'SAR',
  'SEK',
  'SGD',
  'THB',
  'TND',
  'TRY',
  'TWD',
  'UAH',
  'USD',
  'VND',
  'ZAR',
] as const

interface CompanySetting<T> {
  /** Column of `company`. */
  readonly column: string
  /** Name in the API, in requests and answers. */
  readonly wire: string
  /** Name on the screen, in the form and in the audit log. */
  readonly label: string
  readonly hint: string
  readonly default: T
  /** Values, each with its text on the screen. */
  readonly choices: readonly (readonly [value: T, words: string])[]
}

const setting = <T extends string | number | null>(row: CompanySetting<T>): CompanySetting<T> => row

/**
 * Settings of a company that its admins may change. Each setting is one row of this table; columns, requests, answers, fields of
 * the form and names in the audit log derive from the rows. The order is that of the form.
 */
export const companySettings = {
  /** First day of weeks: 0 Sunday, 1 Monday. */
  firstWeekday: setting<0 | 1>({
    column: 'first_weekday',
    wire: 'first_weekday',
    label: 'Weeks begin on',
    hint: 'In periods, charts, calendars and the weekly report.',
    default: 0,
    choices: [
      [0, 'Sunday'],
      [1, 'Monday'],
    ],
  }),
  measureUnits: setting<'metric' | 'us'>({
    column: 'measure_units',
    wire: 'measure_units',
    label: 'Measure units',
    hint: 'Of temperatures on pages and in files. Analog inputs keep the unit of their set-up.',
    default: 'metric',
    choices: [
      ['metric', 'Metric (°C)'],
      ['us', 'US customary (°F)'],
    ],
  }),
  /** Code of the currency of revenue; null: amounts have no currency. */
  currency: setting<(typeof currencies)[number] | null>({
    column: 'currency',
    wire: 'currency',
    label: 'Currency',
    hint: 'Of revenue. Amounts are not converted.',
    default: null,
    choices: [[null, 'None'], ...currencies.map((code) => [code, code] as const)],
  }),
} as const

/** Value of each setting of a company, by the name of the setting. */
export type CompanySettings = {
  readonly [Name in keyof typeof companySettings]: (typeof companySettings)[Name]['default']
}

/** Default settings of a company, which count until it changes them. */
export const DEFAULT_COMPANY_SETTINGS: CompanySettings = {
  firstWeekday: companySettings.firstWeekday.default,
  measureUnits: companySettings.measureUnits.default,
  currency: companySettings.currency.default,
}
