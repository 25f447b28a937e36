import { companySettings } from '@millwatch/domain/company'
import { Type } from 'typebox'
import { Nullable } from './equipment.ts'

const { currency, measureUnits } = companySettings
const codes = currency.choices.flatMap(([code]) => (code === null ? [] : [code]))

const fields = {
  /** First day of weeks: 0 Sunday, 1 Monday. */
  first_weekday: Type.Union([Type.Literal(0), Type.Literal(1)]),
  /** Units in which pages and the files made by them write temperatures. The API always uses °C. */
  measure_units: Type.Enum(measureUnits.choices.map(([value]) => value)),
  /** Code of the currency of revenue (ISO 4217); null: none. Amounts are not converted. */
  currency: Nullable(Type.Enum(codes)),
}

/** Schema of the settings of a company that its admins can change. */
export const CompanySettingsShape = Type.Object(fields)

export const CompanySettingsChange = Type.Object(
  {
    first_weekday: Type.Optional(fields.first_weekday),
    measure_units: Type.Optional(fields.measure_units),
    currency: Type.Optional(fields.currency),
  },
  { additionalProperties: false, minProperties: 1 },
)
