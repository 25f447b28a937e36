import type { Changed } from '@millwatch/contract/live'
import type { Ctx } from '../ctx.ts'
import { notify } from '../db/notify.ts'

/** PostgreSQL channel over which every server hears that something people look at or listen to is another. */
export const CHANGED_CHANNEL = 'changed'

/** What of a company changed; of one person, where it concerns nobody else. */
export interface Change {
  readonly companyId: number
  readonly what: Changed
  readonly userId?: number | undefined
}

/** With the commit of `ctx`: who listens is told to read again, and who may listen to what is looked at anew. */
export async function announceChange(
  ctx: Pick<Ctx, 'companyId' | 'tx'>,
  what: Changed,
  userId?: number,
): Promise<void> {
  const change: Change = { companyId: ctx.companyId, what, userId }
  await notify(ctx.tx, CHANGED_CHANNEL, [JSON.stringify(change)])
}

/** Reads what `announceChange` wrote. */
export const readChange = (payload: string): Change => JSON.parse(payload) as Change
