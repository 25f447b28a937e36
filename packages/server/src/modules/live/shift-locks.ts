import type { Ctx } from '../../platform/ctx.ts'
import { notify } from '../../platform/db/notify.ts'
import { encodeHints, type Hint, LIVE_CHANNEL } from './hint.ts'

/** With the commit of `ctx`: pages of machines hear which job holds their shift history; null: none does any more. */
export async function announceShiftLock(
  ctx: Ctx,
  equipmentIds: readonly number[],
  lock: { readonly jobId: number; readonly lockedAt: number } | null,
): Promise<void> {
  const hint: Hint = { l: lock === null ? null : [lock.lockedAt, lock.jobId] }
  await notify(ctx.tx, LIVE_CHANNEL, encodeHints(ctx.companyId, new Map(equipmentIds.map((id) => [id, hint]))))
}
