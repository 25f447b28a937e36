import { DAY_MS } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { deleteMessages, deleteNotices } from './store-log.ts'

const keptMs = 400 * DAY_MS

/** Deletes notices that ended more than 400 days ago, and messages that ended before then and have no notice left. */
export async function forgetNotices(ctx: Ctx): Promise<void> {
  const before = ctx.clock.now() - keptMs
  await deleteNotices(ctx, before)
  await deleteMessages(ctx, before)
}
