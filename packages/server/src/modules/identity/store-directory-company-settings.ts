import { type CompanySettings, companySettings } from '@millwatch/domain/company'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db/index.ts'
import { directoryRow } from '../../platform/db/statements.ts'

const { firstWeekday, measureUnits, currency } = companySettings

/** SQL of the columns of all settings, with their names, for a query that reads `company`. */
export const settingColumns = Object.entries(companySettings)
  .map(([name, { column }]) => `company.${column} as "${name}"`)
  .join(', ')

export const companySettingsOf = directoryRow<CompanySettings, [companyId: number]>(
  'directory_company_settings',
  `select ${settingColumns} from company where company_id = $1`,
)

const hold = {
  name: 'directory_company_settings_hold',
  text: `select ${settingColumns} from company where company_id = $1 for no key update`,
}

/** Locks the settings of a company until the transaction ends, and returns them; undefined for an unknown company. */
export async function holdCompanySettings(tx: Tx, companyId: number): Promise<CompanySettings | undefined> {
  const [settings] = await tx.prepared<CompanySettings>(hold, [companyId])
  return settings
}

const write = {
  name: 'directory_company_settings_write',
  text: `update company set ${firstWeekday.column} = $2, ${measureUnits.column} = $3, ${currency.column} = $4 where company_id = $1`,
}

/** Replaces the settings of a company. Writes no audit entry; the caller does in the same transaction. */
export async function writeCompanySettings(tx: Tx, companyId: number, settings: CompanySettings): Promise<void> {
  await tx.prepared(write, [companyId, settings.firstWeekday, settings.measureUnits, settings.currency])
}

/** Returns the first day of weeks of the company: 0 Sunday, 1 Monday; the default for an unknown company. */
export async function firstWeekdayOf(ctx: Ctx): Promise<0 | 1> {
  const settings = await companySettingsOf(ctx.tx, ctx.companyId)
  return settings?.firstWeekday ?? companySettings.firstWeekday.default
}
