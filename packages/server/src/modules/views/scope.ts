import { subtreeOf, type Tree, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { allUnits, type EquipmentRow, equipmentOfUnits, inNaturalOrder, type OrgUnitRow } from '../tree/index.ts'

/** Unit with all machines that are in it or in a unit below it now, archived ones too. */
export interface UnitWithMachines {
  readonly unit: OrgUnitRow
  readonly machines: readonly EquipmentRow[]
}

export interface UnitsFound {
  readonly tree: Tree<OrgUnitRow>
  readonly units: readonly UnitWithMachines[]
}

/**
 * Returns units in the order of the ids, each with the machines of its whole subtree in natural order, archived ones
 * too; 404 for all when one unit is missing.
 */
export async function unitsWithMachines(ctx: Ctx, ids: readonly number[]): Promise<UnitsFound> {
  const tree = treeOf(await allUnits(ctx))
  const subtrees = ids.map((id) => {
    const below = subtreeOf(tree, id)
    const [unit] = below
    if (!unit) throw new NotFound()
    return { unit, unitIds: new Set(below.map((child) => child.id)) }
  })
  const wanted = [...new Set(subtrees.flatMap((subtree) => [...subtree.unitIds]))]
  const machines = inNaturalOrder(await equipmentOfUnits(ctx, wanted), (machine) => machine.equipmentId)
  const units = subtrees.map(({ unit, unitIds }) => ({
    unit,
    machines: machines.filter((machine) => unitIds.has(machine.parentOrgUnitId)),
  }))
  return { tree, units }
}

/**
 * Returns one unit with the machines of its whole subtree in natural order, archived ones too, and the tree; 404 if the unit is
 * missing.
 */
export async function unitWithMachines(
  ctx: Ctx,
  id: number,
): Promise<UnitWithMachines & { readonly tree: Tree<OrgUnitRow> }> {
  const {
    tree,
    units: [found],
  } = await unitsWithMachines(ctx, [id])
  if (!found) throw new NotFound()
  return { tree, ...found }
}
