import { initialStatusState } from '@millwatch/domain/status'
import { createMachines, lockMachines, outdateMachines } from '../modules/status/index.ts'
import { nothingYet } from '../modules/telemetry/index.ts'
import type { Ctx } from '../platform/ctx.ts'

/**
 * Locks machines in the order of their ids until the transaction ends, for a change of their devices. Creates missing rows first.
 * Also marks the machines' cached data as outdated, so that a commit that waits for the lock reads their devices again. Does
 * nothing for an empty list.
 */
export async function holdForChange(ctx: Ctx, equipmentIds: readonly number[]): Promise<void> {
  if (equipmentIds.length === 0) return
  const ids = [...equipmentIds].sort((a, b) => a - b)
  await createMachines(ctx, ids, JSON.stringify(initialStatusState()), JSON.stringify(nothingYet))
  await lockMachines(ctx, ids)
  await outdateMachines(ctx, ids)
}
