export { type CompanySettings, companySettings, currencies, DEFAULT_COMPANY_SETTINGS } from './company-settings.ts'
export { celsiusIn, limitIn, limitOf, spanIn, type TemperatureUnit, temperatureUnitOf } from './temperature.ts'
