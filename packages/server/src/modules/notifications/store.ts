import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'
import { companyRun } from '../../platform/db/statements.ts'

export interface NotificationRow {
  readonly id: number
  readonly title: string
  readonly detail: string
  readonly createdAt: number
  readonly availableAt: number
}

const insert = {
  name: 'notifications.insert',
  text: `insert into notification (company_id, title, detail, created_at, available_at) values ($1, $2, $3, $4, $5)
    returning notification_id as id`,
}

export async function insertNotification(ctx: Ctx, made: Omit<NotificationRow, 'id'>): Promise<number> {
  const { title, detail, createdAt, availableAt } = made
  const [row] = await ctx.tx.prepared<{ id: number }>(insert, [ctx.companyId, title, detail, createdAt, availableAt])
  if (!row) throw new Error('A notification was not stored')
  return row.id
}

/** SQL of up to `$6` available notifications that are unread or recent, latest first; older ones that were read are left out. */
const shown = {
  name: 'notifications.shown',
  text: `select * from (
      select notification_id as id, title, detail, created_at as "createdAt", available_at as "availableAt",
        available_at < $3 or exists (select from notification_ack a
          where a.company_id = n.company_id and a.notification_id = n.notification_id and a.user_id = $2::bigint) as acked
      from notification n where company_id = $1 and available_at <= $4
    ) known
    where not acked or "availableAt" >= $5 order by "availableAt" desc, id desc limit $6`,
}

export interface ShownTo {
  /** Id of the user; null: the caller is not a person and has seen no notification. */
  readonly userId: number | null
  /** Start of the membership (epoch ms); notifications that became available before are taken as seen. */
  readonly memberSince: number
  readonly recentFrom: number
  readonly atMost: number
}

/**
 * Returns at most `atMost` notifications that are available now, latest first: those the person has not seen, and those available
 * since `recentFrom` (epoch ms). `acked` is true for those seen.
 */
export function shownNotifications(ctx: Ctx, to: ShownTo): Promise<(NotificationRow & { acked: boolean })[]> {
  const { userId, memberSince, recentFrom, atMost } = to
  return ctx.tx.prepared(shown, [ctx.companyId, userId, memberSince, ctx.clock.now(), recentFrom, atMost])
}

const statement = {
  name: 'notifications.known',
  text: `select notification_id as id from notification
    where company_id = $1 and notification_id = any($2::bigint[]) and available_at <= $3`,
}

/** Returns those of the ids whose notification exists in the company and is available now. */
export async function knownNotifications(ctx: Ctx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await ctx.tx.prepared<{ id: number }>(statement, [ctx.companyId, numberArray(ids), ctx.clock.now()])
  return new Set(rows.map((row) => row.id))
}

const ack = {
  name: 'notifications.ack',
  text: `insert into notification_ack (company_id, notification_id, user_id, acked_at)
    select $1, id, $2, $3 from unnest($4::bigint[]) as id on conflict do nothing`,
}

export async function insertAcks(ctx: Ctx, userId: number, ids: readonly number[]): Promise<void> {
  await ctx.tx.prepared(ack, [ctx.companyId, userId, ctx.clock.now(), numberArray(ids)])
}

export const deleteNotifications = companyRun<[before: number]>(
  'notifications.forget',
  'delete from notification where company_id = $1 and available_at < $2',
)
