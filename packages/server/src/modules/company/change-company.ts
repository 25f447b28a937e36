import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { companyRecord } from '../../platform/directory/index.ts'
import { NotFound } from '../../platform/errors.ts'
import { allow } from '../../platform/policy.ts'
import { getOrgUnit, type OrgUnitRow, type TreeDeps, updateOrgUnit } from '../tree/index.ts'

/** Sets the time zone of the company, which is that of its root unit, with all that follows from it. */
export async function changeTimeZone(ctx: Ctx, deps: TreeDeps, timezone: string): Promise<OrgUnitRow> {
  allow(ctx.actor, 'company.update')
  const record = await companyRecord(ctx.tx, ctx.companyId)
  if (!record) throw new NotFound()
  const before = await getOrgUnit(ctx, record.rootOrgUnitId)
  const after = await updateOrgUnit(ctx, deps, before.id, { timezone })
  if (after.timeZone !== before.timeZone) {
    await recordAudit(ctx, {
      operation: 'company.update',
      subject: `company/${ctx.companyId}`,
      before: { timezone: before.timeZone },
      after: { timezone: after.timeZone },
    })
  }
  return after
}
