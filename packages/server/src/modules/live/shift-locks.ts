import type { Ctx } from '../../platform/ctx.ts'
import { notify } from '../../platform/db/notify.ts'
import { encodeHints, type Hint, LIVE_CHANNEL } from './hint.ts'

/** Notifies pages of machines, with the commit of `ctx`, which job has locked their shift history; null: no job has. */
export async function announceShiftLock(
  ctx: Ctx,
  equipmentIds: readonly number[],
  lock: { readonly jobId: number; readonly lockedAt: number } | null,
): Promise<void> {
  const hint: Hint = { l: lock === null ? null : [lock.lockedAt, lock.jobId] }
  await notify(ctx.tx, LIVE_CHANNEL, encodeHints(ctx.companyId, new Map(equipmentIds.map((id) => [id, hint]))))
}
