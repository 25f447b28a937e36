import { timeZoneOf, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { allUnits } from '../tree/index.ts'

/** Time in ms after which a notice outside alert hours is checked again at the latest, as its recipient may have changed them. */
export const lookAgainMs = 15 * 60_000

/**
 * Returns the time zone of alert hours, which is that of the company's root unit (ruling R20); `UTC` for a company without units.
 */
export async function rootZone(ctx: Ctx): Promise<string> {
  const tree = treeOf(await allUnits(ctx))
  const [root] = tree.children.get(null) ?? []
  return root === undefined ? 'UTC' : timeZoneOf(tree, root.id)
}
