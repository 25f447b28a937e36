import type { Ctx } from '../../platform/ctx.ts'
import { notify } from '../../platform/db/notify.ts'
import type { NewNotice } from './content.ts'
import { insertNotices, markRepeatsOver, markTopicsOpen, markTopicsOver } from './store.ts'

/** PostgreSQL channel by which a commit with notices wakes the delivery of every server. */
export const NOTICES_CHANNEL = 'notices'

/**
 * Stores notices in the transaction that causes them, one row per recipient and, except for mailed reports, one per webhook of
 * the company; they are sent after the commit. No second row is stored for a recipient with the same topic and event over the
 * same channel. Returns the number of rows stored.
 */
export async function enqueueNotices(ctx: Ctx, notices: readonly NewNotice[]): Promise<number> {
  if (notices.length === 0) return 0
  const count = await insertNotices(ctx, notices)
  if (count > 0) await notify(ctx.tx, NOTICES_CHANNEL, [String(ctx.companyId)])
  return count
}

/**
 * Marks the unsent notices of these topics as over, except `cleared` notices: the trip was cleared or withdrawn. Call it in that
 * transaction. A notice that alert hours hold back is then dropped instead of sent, and so is every unsent repeat (ruling R20).
 */
export const closeNotices = (ctx: Ctx, topics: readonly string[]): Promise<void> => markTopicsOver(ctx, topics)

/**
 * Marks the unsent repeats of these topics as over, which are then dropped: the trip was acknowledged, but stands (ruling R6).
 * Its first notice is still sent to people whose alert hours hold it back.
 */
export const closeRepeats = (ctx: Ctx, topics: readonly string[]): Promise<void> => markRepeatsOver(ctx, topics)

/**
 * Undoes `closeNotices` for trips that still last according to late data: their unsent `tripped` notices wait again, so
 * recipients without a notice get one; repeats stay over. Call it in the transaction that changes the trips.
 */
export async function reopenNotices(ctx: Ctx, topics: readonly string[]): Promise<void> {
  if (topics.length === 0) return
  await markTopicsOpen(ctx, topics)
  await notify(ctx.tx, NOTICES_CHANNEL, [String(ctx.companyId)])
}
