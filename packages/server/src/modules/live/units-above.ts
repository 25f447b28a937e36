import { ancestorsOf, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { allUnits, equipmentByIds } from '../tree/index.ts'

/**
 * Returns the units above each active machine at this moment. A moved machine is published only in its new units, an
 * archived one in none.
 */
export async function unitsAbove(ctx: Ctx, equipmentIds: readonly number[]): Promise<Map<number, number[]>> {
  const tree = treeOf(await allUnits(ctx))
  const machines = await equipmentByIds(ctx, equipmentIds)
  return new Map(
    machines
      .filter((machine) => machine.active)
      .map(({ equipmentId, parentOrgUnitId: parentId }) => [
        equipmentId,
        [parentId, ...ancestorsOf(tree, parentId).map((unit) => unit.id)],
      ]),
  )
}
