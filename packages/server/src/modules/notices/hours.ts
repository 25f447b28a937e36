import { timeZoneOf, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { allUnits } from '../tree/index.ts'

/** Time after which a notice outside alert hours is looked at again, as its recipient may change them. */
export const lookAgainMs = 15 * 60_000

/** Returns the zone of alert hours: that of the company's root (ruling R20). */
export async function rootZone(ctx: Ctx): Promise<string> {
  const tree = treeOf(await allUnits(ctx))
  const [root] = tree.children.get(null) ?? []
  return root === undefined ? 'UTC' : timeZoneOf(tree, root.id)
}
