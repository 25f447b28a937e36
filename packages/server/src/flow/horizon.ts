import { settleRunsBefore } from '../modules/runs/index.ts'
import { putFirstCheckpoint, putHorizon } from '../modules/status/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { holdMachines, MachineCache } from './machines.ts'
import { markingAt } from './marks.ts'
import { stateBefore } from './recompute.ts'
import { type ReplaySizes, usualSizes } from './replay.ts'

/**
 * Sets the horizon of a machine to an instant in the past (epoch ms): from now on, events before it are refused and
 * status before it is never recomputed. A checkpoint keeps the state at the horizon, so that the events before it can
 * be removed, now or later. Intervals across the horizon stay whole. Returns false and changes nothing if the machine
 * has a later horizon, or if status before it must still be recomputed (`ensureCurrent` does that).
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
