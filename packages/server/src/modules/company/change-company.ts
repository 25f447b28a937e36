import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { companyRecord } from '../identity/index.ts'
import { type OrgUnitRow, updateOrgUnit } from '../tree/index.ts'

/**
 * Sets the time zone of the company, which is that of its root unit, from now on, with audit entry (none if it does not differ)
 * and fact, and returns the root unit. Future shift history of all machines that inherit it is written again. 400 for an unknown
 * time zone, 404 for an unknown company.
 */
export async function changeTimeZone(ctx: Ctx, timezone: string): Promise<OrgUnitRow> {
  const record = await companyRecord(ctx.tx, ctx.companyId)
  if (!record) throw new NotFound()
  const root = await updateOrgUnit(ctx, record.rootOrgUnitId, { timezone }, 'company.update')
  await stateFact(ctx, { kind: 'company.changed' })
  return root
}
