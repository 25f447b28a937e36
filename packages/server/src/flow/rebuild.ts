import type { Range } from '@millwatch/domain/time'
import { askRetelling, dropCheckpoints } from '../modules/status/index.ts'
import { markDirty } from '../modules/utilization/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { settleEvents } from './attach.ts'

/**
 * Has everything of machines that is derived made again over a stretch (epoch ms), from what devices said: status, marks,
 * rollups. Whoever tells them next does it; questions asked meanwhile are answered from intervals.
 */
export async function askRebuild(ctx: Ctx, equipmentIds: readonly number[], { from, to }: Range): Promise<void> {
  for (const id of equipmentIds) {
    // The machine's row first, as everybody who tells it does.
    await askRetelling(ctx, id, from, 'rebuild')
    await dropCheckpoints(ctx, id, from, to)
    await settleEvents(ctx, { equipmentId: id, from, attached: null })
  }
  await markDirty(
    ctx,
    equipmentIds.map((equipmentId) => ({ equipmentId, from, to })),
  )
}
