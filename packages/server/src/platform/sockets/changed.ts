import type { Changed } from '@millwatch/contract/live'
import type { Ctx } from '../ctx.ts'
import { notify } from '../db/notify.ts'

/** PostgreSQL channel that tells every server that data shown or subscribed to has changed. */
export const CHANGED_CHANNEL = 'changed'

/** Change of a company's data; with `userId`, a change that concerns only this person. */
export interface AnnouncedChange {
  readonly companyId: number
  readonly what: Changed
  readonly userId?: number | undefined
}

/**
 * Announces a change with the commit of `ctx`: browsers read the data again, and the rights of their connections are
 * checked again.
 */
export async function announceChange(
  ctx: Pick<Ctx, 'companyId' | 'tx'>,
  changed: Changed,
  userId?: number,
): Promise<void> {
  const change: AnnouncedChange = { companyId: ctx.companyId, what: changed, userId }
  await notify(ctx.tx, CHANGED_CHANNEL, [JSON.stringify(change)])
}

/** Reads a payload that `announceChange` wrote. */
export const readChange = (payload: string): AnnouncedChange => JSON.parse(payload) as AnnouncedChange
