import type { Ctx } from '../../platform/ctx.ts'
import { plansDue } from '../shifts/index.ts'
import { machinesDue } from '../status/index.ts'

/**
 * Returns the ids of those of these machines whose status or shift history is not computed up to `now` (epoch ms) yet; empty: all
 * are current. Computes nothing.
 */
export async function staleMachines(ctx: Ctx, now: number, equipmentIds: readonly number[]): Promise<number[]> {
  const [machines, plans] = await Promise.all([
    machinesDue(ctx, now, equipmentIds, equipmentIds.length),
    plansDue(ctx, now, equipmentIds, equipmentIds.length),
  ])
  return [...new Set([...machines, ...plans])]
}
