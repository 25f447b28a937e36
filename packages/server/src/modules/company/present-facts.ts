import type { CompanyFacts } from '@millwatch/contract/http/company'
import type { Static } from 'typebox'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { companyRecord, companySettingsOf, presentCompanySettings } from '../identity/index.ts'
import { getOrgUnit } from '../tree/index.ts'
import { configOf } from './flags.ts'
import { logoAddress } from './logo.ts'

/**
 * Returns the name, time zone, logo path, address, contact, settings and flags of the caller's company in API form. 404 for an
 * unknown company.
 */
export async function companyFacts(ctx: Ctx): Promise<Static<typeof CompanyFacts>> {
  const record = await companyRecord(ctx.tx, ctx.companyId)
  const settings = await companySettingsOf(ctx.tx, ctx.companyId)
  if (!record || !settings) throw new NotFound()
  const root = await getOrgUnit(ctx, record.rootOrgUnitId)
  return {
    id: record.companyId,
    company_id: record.companyId,
    name: record.name,
    root_org_unit_id: record.rootOrgUnitId,
    timezone: root.timeZone ?? 'UTC',
    logo_filename: await logoAddress(ctx),
    street_address: record.streetAddress,
    zip_code: record.zipCode,
    poc_phone_number: record.pocPhoneNumber,
    poc_email: record.pocEmail,
    settings: presentCompanySettings(settings),
    second_factor_required: record.requiresFactor,
    config: configOf(record.flags),
  }
}
