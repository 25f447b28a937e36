import type { CompanySettingsShape } from '@millwatch/contract/shapes/company-settings'
import type { CompanySettings } from '@millwatch/domain/company'
import type { Static } from 'typebox'

export const presentCompanySettings = ({
  firstWeekday,
  measureUnits,
  currency,
}: CompanySettings): Static<typeof CompanySettingsShape> => ({
  first_weekday: firstWeekday,
  measure_units: measureUnits,
  currency,
})
