import { type CompanySettings, companySettings } from '@millwatch/domain/company'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { holdCompanySettings, writeCompanySettings } from '../identity/index.ts'

const names = Object.keys(companySettings) as readonly (keyof CompanySettings)[]

/**
 * Changes settings of the company, with audit entry and fact; absent fields stay. Does nothing when no value differs. 404 for an
 * unknown company.
 */
export async function changeSettings(ctx: Ctx, change: Partial<CompanySettings>): Promise<void> {
  const before = await holdCompanySettings(ctx.tx, ctx.companyId)
  if (!before) throw new NotFound()
  const after = { ...before, ...change }
  const changed = names.filter((name) => after[name] !== before[name])
  if (changed.length === 0) return
  await writeCompanySettings(ctx.tx, ctx.companyId, after)
  const pick = (settings: CompanySettings) => Object.fromEntries(changed.map((name) => [name, settings[name]]))
  await recordAudit(ctx, {
    operation: 'company.settings.update',
    subject: `company/${ctx.companyId}`,
    before: pick(before),
    after: pick(after),
  })
  await stateFact(ctx, { kind: 'company.changed' })
}
