import type { Range } from '@millwatch/domain/time'
import { dropCheckpoints, requestRecompute } from '../modules/status/index.ts'
import { markDirty } from '../modules/utilization/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { settleEvents } from './attach.ts'

/**
 * Requests that all derived data of machines is made again from the stored events for `[from, to)` (epoch ms): deletes the
 * checkpoints in it, corrects the primary marks of events, and marks rollups dirty. The next commit of each machine
 * recomputes status and cycle marks. Until rollups are built again, questions are answered from intervals.
 */
export async function askRebuild(ctx: Ctx, equipmentIds: readonly number[], { from, to }: Range): Promise<void> {
  for (const id of equipmentIds) {
    // The machine's row first, as in every commit, so that locks are taken in the same order.
    await requestRecompute(ctx, id, from, 'rebuild')
    await dropCheckpoints(ctx, id, from, to)
    await settleEvents(ctx, { equipmentId: id, from, attached: null })
  }
  await markDirty(
    ctx,
    equipmentIds.map((equipmentId) => ({ equipmentId, from, to })),
  )
}
