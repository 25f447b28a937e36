import type { Ctx } from '../../platform/ctx.ts'
import { companyHas, companyRun } from '../../platform/db/statements.ts'
import type { PartFields } from './queries.ts'

const fieldsOf = (part: PartFields) => ({
  number: part.number,
  description: part.description,
  url: part.url,
  org_unit_ids: [...part.orgUnitIds],
  equipment_ids: [...part.equipmentIds],
  category_ids: [...part.categoryIds],
  manufacturer_ids: [...part.manufacturerIds],
  model_ids: [...part.modelIds],
})

export async function insertPart(ctx: Ctx, part: PartFields): Promise<number> {
  const now = ctx.clock.now()
  const row = await ctx.tx.db
    .insertInto('critical_part')
    .values({ company_id: ctx.companyId, ...fieldsOf(part), created_at: now, updated_at: now, deleted_at: null })
    .returning('critical_part_id as id')
    .executeTakeFirstOrThrow()
  return row.id
}

/**
 * Locks a part until the transaction ends, so that no other transaction changes it, and returns true; returns false when there
 * is none with this id.
 */
export const holdPart = companyHas<[partId: number]>(
  'parts.hold',
  'select from critical_part where company_id = $1 and critical_part_id = $2 for no key update',
)

export async function changePart(ctx: Ctx, partId: number, part: PartFields): Promise<void> {
  await ctx.tx.db
    .updateTable('critical_part')
    .set({ ...fieldsOf(part), updated_at: ctx.clock.now() })
    .where('company_id', '=', ctx.companyId)
    .where('critical_part_id', '=', partId)
    .execute()
}

/** Marks a critical part as removed at `at` (epoch ms). Does nothing for an id that the company does not have. */
export const markRemoved = companyRun<[partId: number, at: number]>(
  'parts.mark_removed',
  'update critical_part set deleted_at = $3, updated_at = $3 where company_id = $1 and critical_part_id = $2',
)
