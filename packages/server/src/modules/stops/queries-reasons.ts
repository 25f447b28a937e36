import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'
import { companyRows } from '../../platform/db/statements.ts'

export interface ReasonRow {
  readonly reasonId: number
  readonly name: string
  readonly active: boolean
  readonly favorite: boolean
  /** True: a stop with this reason is a failure. */
  readonly failure: boolean
  /** Name of the group under which reports sum up stops with this reason; null: none. */
  readonly groupName: string | null
  readonly orgUnitIds: readonly number[]
  /** Instant of the deactivation, epoch ms; null: the reason is active. */
  readonly deactivatedAt: number | null
}

const selectReasons = `select status_reason_id as "reasonId", name, active, favorite, failure, group_name as "groupName", org_unit_ids as "orgUnitIds",
  deactivated_at as "deactivatedAt" from status_reason where company_id = $1`

/** Returns all reasons of the company, inactive ones too, by id. */
export const allReasons = companyRows<ReasonRow>('stops.all_reasons', `${selectReasons} order by status_reason_id`)

export async function reasonsByIds(ctx: Ctx, ids: readonly number[]): Promise<ReasonRow[]> {
  if (ids.length === 0) return []
  return ctx.tx.prepared<ReasonRow>(
    { name: 'stops.reasons_by_ids', text: `${selectReasons} and status_reason_id = any($2::bigint[])` },
    [ctx.companyId, numberArray(ids)],
  )
}
