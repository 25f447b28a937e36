import { defaultEquipmentSettings } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { putSettings } from './store-settings.ts'

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
    .returning('org_unit_id')
    .executeTakeFirstOrThrow()
  return row.org_unit_id
}

export async function changeOrgUnit(
  ctx: Ctx,
  id: number,
  change: { name?: string; timezone?: string | null },
): Promise<void> {
  await ctx.tx.db
    .updateTable('org_unit')
    .set(change)
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
    .returning('equipment_id')
    .executeTakeFirstOrThrow()
  const first = { from: 0, parentOrgUnitId: machine.parentId, ...defaultEquipmentSettings }
  await putSettings(ctx, row.equipment_id, [first])
  return row.equipment_id
}

export async function changeEquipment(ctx: Ctx, id: number, change: { name: string }): Promise<void> {
  await ctx.tx.db
    .updateTable('equipment')
    .set(change)
    .where('company_id', '=', ctx.companyId)
    .where('equipment_id', '=', id)
    .execute()
}
