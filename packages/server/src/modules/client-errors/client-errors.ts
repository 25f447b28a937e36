import { MINUTE_MS } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { TooMany } from '../../platform/errors.ts'
import { clean, type ReportedError } from './clean.ts'
import { countSince, deleteClientErrors, insertClientError } from './store.ts'

const keptMs = 30 * 24 * 60 * MINUTE_MS
/** Most reports of one person within a minute that are stored; a page that fails in a loop sends many equal ones. */
const mostOfOne = 10
const mostOfAll = 100

/**
 * Stores the report of an error in a page, cleaned by `clean`. 429, and nothing is stored, after 10 reports of a person or 100 of
 * the company within a minute, counted over all servers; callers who are no person count as one.
 */
export async function reportClientError(ctx: Ctx, reported: ReportedError): Promise<void> {
  const userId = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  const { own: ofUser, all } = await countSince(ctx, ctx.clock.now() - MINUTE_MS, userId)
  if (ofUser >= mostOfOne || all >= mostOfAll) throw new TooMany('too_many_requests', MINUTE_MS / 1000)
  await insertClientError(ctx, userId, clean(reported))
}

/** Deletes the company's error reports that are older than 30 days. */
export const forgetClientErrors = (ctx: Ctx): Promise<void> => deleteClientErrors(ctx, ctx.clock.now() - keptMs)
