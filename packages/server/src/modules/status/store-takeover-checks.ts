import type { Ctx } from '../../platform/ctx.ts'
import { companyRun } from '../../platform/db/statements.ts'

/** Returns the ids of the company's machines that are still to be checked after an upgrade, ascending. */
export async function takeoverChecks(ctx: Ctx): Promise<number[]> {
  const rows = await ctx.tx.db
    .selectFrom('takeover_check')
    .select('equipment_id as equipmentId')
    .where('company_id', '=', ctx.companyId)
    .orderBy('equipment_id')
    .execute()
  return rows.map((row) => row.equipmentId)
}

/** Removes machines from the list of those to be checked after an upgrade. */
export const removeTakeoverChecks = companyRun<[equipmentIds: readonly number[]]>(
  'status.remove_takeover_checks',
  'delete from takeover_check where company_id = $1 and equipment_id = any($2::bigint[])',
)
