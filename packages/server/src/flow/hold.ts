import { initialStatusState } from '@millwatch/domain/status'
import { createMachines, lockMachines, outdateMachines } from '../modules/status/index.ts'
import { nothingYet } from '../modules/telemetry/index.ts'
import type { Ctx } from '../platform/ctx.ts'

/**
 * Locks machines for a change of their devices, in the same order in which commits lock them. A waiting commit then
 * finds the machines outdated and reads their assignments again.
 */
export async function holdForChange(ctx: Ctx, equipmentIds: readonly number[]): Promise<void> {
  if (equipmentIds.length === 0) return
  const ids = [...equipmentIds].sort((a, b) => a - b)
  await createMachines(ctx, ids, JSON.stringify(initialStatusState()), JSON.stringify(nothingYet))
  await lockMachines(ctx, ids)
  await outdateMachines(ctx, ids)
}
