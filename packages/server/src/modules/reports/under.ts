import { ancestorsOf, type Tree, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { allUnits, type EquipmentRow, getEquipment, type OrgUnitRow } from '../tree/index.ts'

/** Machines a report is about, with the tree they stand in now. */
export interface MachinesUnder {
  readonly machines: readonly EquipmentRow[]
  readonly tree: Tree<OrgUnitRow>
  /** It is about one machine, not about those under a unit. */
  readonly asksOne?: true
}

export async function oneMachine(ctx: Ctx, id: number): Promise<MachinesUnder> {
  return { machines: [await getEquipment(ctx, id)], tree: treeOf(await allUnits(ctx)), asksOne: true }
}

/** The units a machine stands under, nearest first. */
export function unitsAbove(tree: Tree<OrgUnitRow>, { parentOrgUnitId: parentId }: EquipmentRow) {
  const parent = tree.units.get(parentId)
  const above = parent === undefined ? [] : [parent, ...ancestorsOf(tree, parentId)]
  return above.map(({ id, name }) => ({ id, name }))
}
