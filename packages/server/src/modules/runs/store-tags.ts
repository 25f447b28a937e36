import type { Ctx } from '../../platform/ctx.ts'
import { companyHas, companyRead } from '../../platform/db/statements.ts'

/** Returns the id of the tag group with exactly this name; creates the group when there is none. */
export async function groupOfName(ctx: Ctx, name: string): Promise<number> {
  const [row] = await ctx.tx.prepared<{ id: number }>(
    {
      name: 'runs.group_of_name',
      text: `insert into tag_group (company_id, name) values ($1, $2)
        on conflict (company_id, name) do update set name = excluded.name returning tag_group_id as id`,
    },
    [ctx.companyId, name],
  )
  if (row === undefined) throw new Error('A group was neither found nor made')
  return row.id
}

/**
 * Renames a tag group and returns true. Returns false, and changes nothing, when another group has that name or there is no group
 * with the id.
 */
export const renameGroup = companyRead<{ id: number }, boolean, [groupId: number, name: string]>(
  'runs.rename_group',
  `update tag_group set name = $3 where company_id = $1 and tag_group_id = $2
        and not exists (select from tag_group where company_id = $1 and name = $3 and tag_group_id <> $2) returning tag_group_id as id`,
  ([row]) => row !== undefined,
)

export async function insertTag(ctx: Ctx, tag: { name: string; groupId: number | null }): Promise<number> {
  const now = ctx.clock.now()
  const row = await ctx.tx.db
    .insertInto('tag')
    .values({ company_id: ctx.companyId, name: tag.name, tag_group_id: tag.groupId, created_at: now, updated_at: now })
    .returning('tag_id as id')
    .executeTakeFirstOrThrow()
  return row.id
}

export interface TagChange {
  readonly name: string
  readonly active: boolean
  readonly orgUnitIds: readonly number[]
  readonly equipmentIds: readonly number[]
  readonly groupId: number | null
}

/**
 * Locks a tag until the transaction ends, so that no other transaction changes it, and returns true; returns false when there
 * is none with this id.
 */
export const holdTag = companyHas<[tagId: number]>(
  'runs.hold_tag',
  'select from tag where company_id = $1 and tag_id = $2 for no key update',
)

/** Stores all fields of a changed tag. `deactivatedAt` (epoch ms; null: active) must agree with `change.active`. */
export async function changeTag(
  ctx: Ctx,
  tagId: number,
  change: TagChange,
  deactivatedAt: number | null,
): Promise<void> {
  await ctx.tx.db
    .updateTable('tag')
    .set({
      name: change.name,
      active: change.active,
      deactivated_at: deactivatedAt,
      org_unit_ids: [...change.orgUnitIds],
      equipment_ids: [...change.equipmentIds],
      tag_group_id: change.groupId,
      updated_at: ctx.clock.now(),
    })
    .where('company_id', '=', ctx.companyId)
    .where('tag_id', '=', tagId)
    .execute()
}
