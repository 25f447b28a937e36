import { settleRunsBefore } from '../modules/runs/index.ts'
import { putFirstCheckpoint, putHorizon } from '../modules/status/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { holdMachines, MachineCache } from './machines.ts'
import { markingAt } from './marks.ts'
import { stateBefore } from './recompute.ts'
import { type ReplaySizes, usualSizes } from './replay.ts'

/**
 * Sets the horizon of a machine to `at` (epoch ms), as retention does before it removes events: from then on, events before it
 * are refused and status before it is never recomputed. Stores a checkpoint with the state at the horizon and adds up the cycles
 * of runs before it. Removes no events and cuts no intervals. Returns false and leaves the horizon if `at` is in the future or
 * not after the present horizon, or a recomputation is pending (`ensureCurrent` does it). Otherwise returns true. Creates the
 * state row of a machine that has none, and throws for an unknown machine.
 */
export async function setHorizon(
  ctx: Ctx,
  equipmentId: number,
  at: number,
  sizes: ReplaySizes = usualSizes,
): Promise<boolean> {
  const { held } = await holdMachines(ctx, new MachineCache(), [equipmentId])
  const machine = held.get(equipmentId)
  if (machine === undefined || at > ctx.clock.now()) return false
  if (machine.horizonAt !== null && machine.horizonAt >= at) return false
  if (machine.recomputeFrom !== null) return false
  const checkpoint = await stateBefore(ctx, machine, at, sizes)
  if (checkpoint !== null) {
    const marking = await markingAt(ctx, machine, at)
    await putFirstCheckpoint(ctx, equipmentId, checkpoint, JSON.stringify(marking))
  }
  await settleRunsBefore(ctx, equipmentId, at)
  await putHorizon(ctx, equipmentId, at)
  return true
}
