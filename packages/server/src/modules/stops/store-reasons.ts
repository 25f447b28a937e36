import type { Ctx } from '../../platform/ctx.ts'
import { companyHas } from '../../platform/db/statements.ts'
import type { ReasonRow } from './queries-reasons.ts'

export type ReasonChange = Omit<ReasonRow, 'reasonId' | 'deactivatedAt'>

/** Data of a new reason of stops; when stored, it is active and not a favourite. */
export type NewReason = Pick<ReasonRow, 'name' | 'orgUnitIds' | 'groupName' | 'failure'>

export async function insertReason(ctx: Ctx, reason: NewReason): Promise<number> {
  const row = await ctx.tx.db
    .insertInto('status_reason')
    .values({
      company_id: ctx.companyId,
      name: reason.name,
      group_name: reason.groupName,
      failure: reason.failure,
      org_unit_ids: [...reason.orgUnitIds],
      created_at: ctx.clock.now(),
    })
    .returning('status_reason_id as id')
    .executeTakeFirstOrThrow()
  return row.id
}

/**
 * Locks a reason until the transaction ends, so that no other transaction changes it, and returns true; returns false when there
 * is none with this id.
 */
export const holdReason = companyHas<[reasonId: number]>(
  'stops.hold_reason',
  'select from status_reason where company_id = $1 and status_reason_id = $2 for no key update',
)

/** Stores all fields of a changed reason. `deactivatedAt` (epoch ms; null: active) must agree with `change.active`. */
export async function changeReason(
  ctx: Ctx,
  reasonId: number,
  change: ReasonChange,
  deactivatedAt: number | null,
): Promise<void> {
  await ctx.tx.db
    .updateTable('status_reason')
    .set({
      name: change.name,
      active: change.active,
      favorite: change.favorite,
      failure: change.failure,
      deactivated_at: deactivatedAt,
      group_name: change.groupName,
      org_unit_ids: [...change.orgUnitIds],
    })
    .where('company_id', '=', ctx.companyId)
    .where('status_reason_id', '=', reasonId)
    .execute()
}
