import type { Ctx } from '../../platform/ctx.ts'
import { deleteMessages, deleteNotices } from './store-log.ts'

const keptMs = 400 * 86_400_000

/** Deletes notices and their messages that ended more than 400 days ago. */
export async function forgetNotices(ctx: Ctx): Promise<void> {
  const before = ctx.clock.now() - keptMs
  await deleteNotices(ctx, before)
  await deleteMessages(ctx, before)
}
