import { recentFrom } from '@millwatch/domain/notifications'
import { DAY_MS } from '@millwatch/domain/time'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Forbidden, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { ownMembership } from '../identity/index.ts'
import {
  deleteNotifications,
  insertAcks,
  insertNotification,
  knownNotifications,
  type NotificationRow,
  shownNotifications,
} from './store.ts'

const keptMs = 400 * DAY_MS
/** Largest number of notifications that are listed; older ones are left out. */
const mostShown = 100
export const LONGEST_DETAIL = 10_000

/** Content of a notification by the operator: title, detail, and the instant from which it is shown (epoch ms). */
export interface Notice {
  readonly title: string
  readonly detail: string
  readonly availableAt: number
}

/**
 * Stores a notification about the product for a company, with audit entry and fact, and returns its id. Only the
 * operator of the installation may do this; others get 403.
 */
export async function notify(ctx: Ctx, notice: Notice): Promise<number> {
  if (ctx.actor.kind !== 'system') throw new Forbidden()
  const id = await insertNotification(ctx, { ...notice, createdAt: ctx.clock.now() })
  const { title, availableAt } = notice
  await recordAudit(ctx, {
    operation: 'notification.create',
    subject: `notification/${id}`,
    after: { title, availableAt },
  })
  await stateFact(ctx, { kind: 'notification.published', notificationId: id })
  return id
}

/**
 * Returns up to 100 notifications, latest first: those the caller has not seen, and those that became available within one month
 * before now, with `acked` for those seen. Notifications older than the caller's membership are seen ones. For an API key or
 * another program, none is seen.
 */
export async function listNotifications(ctx: Ctx): Promise<(NotificationRow & { acked: boolean })[]> {
  const userId = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  const memberSince = userId === null ? 0 : ((await ownMembership(ctx.tx, ctx.companyId, userId))?.createdAt ?? 0)
  return shownNotifications(ctx, { userId, memberSince, recentFrom: recentFrom(ctx.clock.now()), atMost: mostShown })
}

/**
 * Stores that the calling person has seen these notifications. Those seen before keep their time. 404, and none is stored, when
 * one does not exist or is not available yet; 403 for callers that are not people.
 */
export async function ackNotifications(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ctx.actor.kind !== 'user') throw new Forbidden()
  const existingIds = await knownNotifications(ctx, ids)
  if (ids.some((id) => !existingIds.has(id))) throw new NotFound()
  await insertAcks(ctx, ctx.actor.userId, ids)
}

/** Deletes notifications that became available more than 400 days ago, and the records of who saw them. */
export const forgetNotifications = (ctx: Ctx): Promise<void> => deleteNotifications(ctx, ctx.clock.now() - keptMs)
