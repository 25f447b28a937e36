import { initialStatusState } from '@millwatch/domain/status'
import { createMachines, lockMachines, outdateMachines } from '../modules/status/index.ts'
import { nothingYet } from '../modules/telemetry/index.ts'
import type { Ctx } from '../platform/ctx.ts'

/**
 * Locks machines until the transaction ends, for a change of their devices; creates missing rows of machines first.
 * Locks in the order of ids, as commits do. Also marks the machines' cached data as outdated, so that a waiting commit
 * reads their devices again.
 */
export async function holdForChange(ctx: Ctx, equipmentIds: readonly number[]): Promise<void> {
  if (equipmentIds.length === 0) return
  const ids = [...equipmentIds].sort((a, b) => a - b)
  await createMachines(ctx, ids, JSON.stringify(initialStatusState()), JSON.stringify(nothingYet))
  await lockMachines(ctx, ids)
  await outdateMachines(ctx, ids)
}
