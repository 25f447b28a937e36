import type { Ctx } from '../../platform/ctx.ts'
import { companyRow } from '../../platform/db/statements.ts'

/** Lists of names, of which a machine has at most one each. */
export type NameList = 'category' | 'manufacturer'

const statementsOf = (list: NameList) => ({
  insert: companyRow<{ id: number }, [name: string, createdAt: number]>(
    `tree.insert_${list}`,
    `insert into ${list} (company_id, name, created_at) values ($1, $2, $3) on conflict do nothing returning ${list}_id as id`,
  ),
  find: companyRow<{ id: number }, [name: string]>(
    `tree.find_${list}`,
    `select ${list}_id as id from ${list} where company_id = $1 and name = $2`,
  ),
})

const statements = { category: statementsOf('category'), manufacturer: statementsOf('manufacturer') }

/**
 * Adds a name to a list unless the company has one of this name there. Returns its id or that of the existing one; `made` is true
 * when it was added.
 */
export async function insertName(ctx: Ctx, list: NameList, name: string): Promise<{ id: number; made: boolean }> {
  const { insert, find } = statements[list]
  const inserted = await insert(ctx, name, ctx.clock.now())
  const row = inserted ?? (await find(ctx, name))
  if (row === undefined) throw new Error('A name was neither found nor made')
  return { id: row.id, made: inserted !== undefined }
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
