import { ancestorsOf, type Tree, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { allUnits, type EquipmentRow, getEquipment, type OrgUnitRow } from '../tree/index.ts'

/** Machines that a report covers, archived ones too, and the present tree of the company. */
export interface MachinesUnder {
  readonly machines: readonly EquipmentRow[]
  readonly tree: Tree<OrgUnitRow>
  /** True: the report covers one machine by its id, not the machines of a unit. */
  readonly asksOne?: true
}

export async function oneMachine(ctx: Ctx, id: number): Promise<MachinesUnder> {
  return { machines: [await getEquipment(ctx, id)], tree: treeOf(await allUnits(ctx)), asksOne: true }
}

/** Returns id and name of the units above a machine, its own unit first, up to the root; none for an unknown unit. */
export function unitsAbove(tree: Tree<OrgUnitRow>, { parentOrgUnitId: parentId }: EquipmentRow) {
  const parent = tree.units.get(parentId)
  const above = parent === undefined ? [] : [parent, ...ancestorsOf(tree, parentId)]
  return above.map(({ id, name }) => ({ id, name }))
}
