import { defaultEquipmentSettings } from '@millwatch/domain/tree'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { booleanArray, numberArray } from '../../platform/db/arrays.ts'
import { companyRun } from '../../platform/db/statements.ts'
import { putSettings } from './store-settings.ts'

/**
 * Locks the company tree for changes of units and machines until the transaction ends. Waits for other holders of the
 * lock; readers do not wait.
 */
export async function lockTree(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(727006, hashtext(${String(ctx.companyId)}))`.execute(ctx.tx.db)
}

/**
 * Locks machines for changes of their settings until the transaction ends, always in the order of ids; waits for other
 * changes of them.
 */
export const lockEquipment = companyRun<[ids: readonly number[]]>(
  'tree.lock_equipment',
  `select equipment_id from equipment where company_id = $1 and equipment_id = any($2::bigint[])
        order by equipment_id for no key update`,
)

export async function insertOrgUnit(
  ctx: Ctx,
  unit: { name: string; parentId: number; typeId: number },
): Promise<number> {
  const row = await ctx.tx.db
    .insertInto('org_unit')
    .values({
      company_id: ctx.companyId,
      parent_id: unit.parentId,
      org_unit_type_id: unit.typeId,
      name: unit.name,
      created_at: ctx.clock.now(),
    })
    .returning('org_unit_id as id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function changeOrgUnit(
  ctx: Ctx,
  id: number,
  { targetPct, ...change }: { name?: string; timezone?: string | null; targetPct?: number | null },
): Promise<void> {
  await ctx.tx.db
    .updateTable('org_unit')
    .set({ ...change, ...(targetPct !== undefined && { target_pct: targetPct }) })
    .where('company_id', '=', ctx.companyId)
    .where('org_unit_id', '=', id)
    .execute()
}

/**
 * Marks a unit as removed and inactive, and moves the units directly below it to `parentId`. Machines in the unit are not moved.
 */
export async function markUnitRemoved(ctx: Ctx, id: number, parentId: number): Promise<void> {
  await ctx.tx.db
    .updateTable('org_unit')
    .set({ parent_id: parentId })
    .where('company_id', '=', ctx.companyId)
    .where('parent_id', '=', id)
    .where('removed_at', 'is', null)
    .execute()
  await ctx.tx.db
    .updateTable('org_unit')
    .set({ removed_at: ctx.clock.now(), active: false })
    .where('company_id', '=', ctx.companyId)
    .where('org_unit_id', '=', id)
    .execute()
}

export async function insertEquipment(ctx: Ctx, machine: { name: string; parentId: number }): Promise<number> {
  const row = await ctx.tx.db
    .insertInto('equipment')
    .values({
      company_id: ctx.companyId,
      parent_org_unit_id: machine.parentId,
      name: machine.name,
      created_at: ctx.clock.now(),
    })
    .returning('equipment_id as id')
    .executeTakeFirstOrThrow()
  const first = { from: 0, parentOrgUnitId: machine.parentId, ...defaultEquipmentSettings }
  await putSettings(ctx, new Map([[row.id, [first]]]))
  return row.id
}

/** Columns of a machine that have no history, to be stored; an absent one does not change. */
export interface EquipmentColumns {
  readonly name?: string
  readonly categoryId?: number | null
  readonly manufacturerId?: number | null
  readonly modelId?: number | null
}

export async function changeEquipment(
  ctx: Ctx,
  id: number,
  { name, categoryId, manufacturerId, modelId, removedAt }: EquipmentColumns & { removedAt?: number },
): Promise<void> {
  await ctx.tx.db
    .updateTable('equipment')
    .set({
      ...(name !== undefined && { name }),
      ...(categoryId !== undefined && { category_id: categoryId }),
      ...(manufacturerId !== undefined && { manufacturer_id: manufacturerId }),
      ...(modelId !== undefined && { model_id: modelId }),
      ...(removedAt !== undefined && { removed_at: removedAt }),
    })
    .where('company_id', '=', ctx.companyId)
    .where('equipment_id', '=', id)
    .execute()
}

/**
 * Stores the present unit and the active mark of machines, which the caller takes from their settings of now. Rows that have
 * these values already are not written.
 */
export async function storeCurrentUnits(
  ctx: Ctx,
  machines: readonly { equipmentId: number; parentOrgUnitId: number; active: boolean }[],
): Promise<void> {
  await ctx.tx.prepared(
    {
      name: 'tree.store_current_units',
      text: `update equipment e set parent_org_unit_id = n.parent_id, active = n.active
        from unnest($2::bigint[], $3::bigint[], $4::boolean[]) as n (equipment_id, parent_id, active)
        where e.company_id = $1 and e.equipment_id = n.equipment_id
          and (e.parent_org_unit_id, e.active) is distinct from (n.parent_id, n.active)`,
    },
    [
      ctx.companyId,
      numberArray(machines.map((machine) => machine.equipmentId)),
      numberArray(machines.map((machine) => machine.parentOrgUnitId)),
      booleanArray(machines.map((machine) => machine.active)),
    ],
  )
}
