import { ancestorsOf, subtreeOf, type Tree, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { allUnits, type EquipmentRow, equipmentOfUnits, getEquipment, type OrgUnitRow } from '../tree/index.ts'

/** Machines a report is about, with the tree they stand in now. */
export interface MachinesUnder {
  readonly machines: readonly EquipmentRow[]
  readonly tree: Tree<OrgUnitRow>
}

export async function oneMachine(ctx: Ctx, id: number): Promise<MachinesUnder> {
  return { machines: [await getEquipment(ctx, id)], tree: treeOf(await allUnits(ctx)) }
}

/** The machines anywhere under a unit. */
export async function machinesUnder(ctx: Ctx, unitId: number): Promise<MachinesUnder> {
  const tree = treeOf(await allUnits(ctx))
  const units = subtreeOf(tree, unitId)
  if (units.length === 0) throw new NotFound()
  const machines = await equipmentOfUnits(
    ctx,
    units.map((unit) => unit.id),
  )
  return { machines, tree }
}

/** The units a machine stands under, nearest first. */
export function unitsAbove(tree: Tree<OrgUnitRow>, { parent_org_unit_id: parentId }: EquipmentRow) {
  const parent = tree.units.get(parentId)
  const above = parent === undefined ? [] : [parent, ...ancestorsOf(tree, parentId)]
  return above.map(({ id, name }) => ({ id, name }))
}
