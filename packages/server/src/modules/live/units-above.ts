import { ancestorsOf, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { allUnits, equipmentByIds } from '../tree/index.ts'

/**
 * Returns by machine id the ids of the units above the machine as of now, nearest first, up to the root. Archived,
 * removed and unknown machines have no entry.
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
