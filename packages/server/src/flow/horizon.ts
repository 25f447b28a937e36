import { settleRunsBefore } from '../modules/runs/index.ts'
import { putFirstCheckpoint, putHorizon } from '../modules/status/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { holdMachines, MachineCache } from './machines.ts'
import { markingAt } from './marks.ts'
import { stateBefore } from './retell.ts'
import { type Pace, usualPace } from './road.ts'

/**
 * Gives a machine a horizon, an instant that has passed: from now on nothing before it is taken, told again or marked again.
 * All that was said before it stays in a checkpoint, so that its events may go, in the same transaction or later. What
 * crosses it stays whole. False, and nothing is done, where the machine has a later horizon, or its past before it is still
 * to be told again (`ensureTold` does).
 */
export async function setHorizon(ctx: Ctx, equipmentId: number, at: number, pace: Pace = usualPace): Promise<boolean> {
  const { held } = await holdMachines(ctx, new MachineCache(), [equipmentId])
  const machine = held.get(equipmentId)
  if (machine === undefined || at > ctx.clock.now()) return false
  if (machine.horizonAt !== null && machine.horizonAt >= at) return false
  if (machine.retellFrom !== null) return false
  const checkpoint = await stateBefore(ctx, machine, at, pace)
  if (checkpoint !== null) {
    const marking = await markingAt(ctx, machine, at)
    await putFirstCheckpoint(ctx, equipmentId, checkpoint, JSON.stringify(marking))
  }
  await settleRunsBefore(ctx, equipmentId, at)
  await putHorizon(ctx, equipmentId, at)
  return true
}
