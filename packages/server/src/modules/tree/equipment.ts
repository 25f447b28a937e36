import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { allow } from '../../platform/policy.ts'
import { type EquipmentRow, equipmentByIds } from './queries.ts'
import { changeEquipment, insertEquipment } from './store.ts'
import { getParent } from './units.ts'

/** The machine of this id, in the caller's company. */
export async function getEquipment(ctx: Ctx, id: number): Promise<EquipmentRow> {
  const [machine] = await equipmentByIds(ctx, [id])
  if (!machine) throw new NotFound()
  return machine
}

export async function createEquipment(ctx: Ctx, machine: { name: string; parentId: number }): Promise<EquipmentRow> {
  allow(ctx.actor, 'equipment.create')
  const { name } = machine
  const { id: parentId } = await getParent(ctx, machine.parentId)
  const id = await insertEquipment(ctx, { name, parentId })
  await recordAudit(ctx, { operation: 'equipment.create', subject: `equipment/${id}`, after: { name, parentId } })
  return getEquipment(ctx, id)
}

export async function updateEquipment(
  ctx: Ctx,
  id: number,
  { name }: { name?: string | undefined },
): Promise<EquipmentRow> {
  allow(ctx.actor, 'equipment.update')
  const before = await getEquipment(ctx, id)
  if (name === undefined || name === before.name) return before
  await changeEquipment(ctx, id, { name })
  const subject = `equipment/${id}`
  await recordAudit(ctx, { operation: 'equipment.update', subject, before: { name: before.name }, after: { name } })
  return { ...before, name }
}
