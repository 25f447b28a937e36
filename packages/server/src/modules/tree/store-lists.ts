import type { Ctx } from '../../platform/ctx.ts'

/**
 * Adds a category unless the company has one of this name. Returns its id or that of the existing one; `made` is true
 * when it was added.
 */
export async function insertCategory(ctx: Ctx, name: string): Promise<{ id: number; made: boolean }> {
  const row = { company_id: ctx.companyId, name, created_at: ctx.clock.now() }
  const inserted = await ctx.tx.db
    .insertInto('category')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('category_id as id')
    .executeTakeFirst()
  if (inserted) return { id: inserted.id, made: true }
  const found = await ctx.tx.db
    .selectFrom('category')
    .select('category_id as id')
    .where('company_id', '=', ctx.companyId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return { id: found.id, made: false }
}

/**
 * Adds a manufacturer unless the company has one of this name. Returns its id or that of the existing one; `made` is
 * true when it was added.
 */
export async function insertManufacturer(ctx: Ctx, name: string): Promise<{ id: number; made: boolean }> {
  const row = { company_id: ctx.companyId, name, created_at: ctx.clock.now() }
  const inserted = await ctx.tx.db
    .insertInto('manufacturer')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('manufacturer_id as id')
    .executeTakeFirst()
  if (inserted) return { id: inserted.id, made: true }
  const found = await ctx.tx.db
    .selectFrom('manufacturer')
    .select('manufacturer_id as id')
    .where('company_id', '=', ctx.companyId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return { id: found.id, made: false }
}

/**
 * Adds a model unless the manufacturer (null: none) has one with this number. Returns its id or that of the existing
 * one; `made` is true when it was added.
 */
export async function insertModel(
  ctx: Ctx,
  model: { number: string; manufacturerId: number | null },
): Promise<{ id: number; made: boolean }> {
  const { number, manufacturerId } = model
  const row = { company_id: ctx.companyId, number, manufacturer_id: manufacturerId, created_at: ctx.clock.now() }
  const inserted = await ctx.tx.db
    .insertInto('model')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('model_id as id')
    .executeTakeFirst()
  if (inserted) return { id: inserted.id, made: true }
  const found = await ctx.tx.db
    .selectFrom('model')
    .select('model_id as id')
    .where('company_id', '=', ctx.companyId)
    .where('number', '=', number)
    .where('manufacturer_id', manufacturerId === null ? 'is' : '=', manufacturerId)
    .executeTakeFirstOrThrow()
  return { id: found.id, made: false }
}
