import type { RangeFigures } from '@millwatch/domain/stops'
import type { Ctx } from '../../platform/ctx.ts'
import { JSON_SEPARATOR, jsonTexts, numberArray, textArray } from '../../platform/db/arrays.ts'
import type { RecomputeCause } from '../status/index.ts'

export type RestatementCause = RecomputeCause | 'late_data' | 'edited_shift'

export interface NewRestatement {
  readonly equipmentId: number
  readonly from: number
  readonly to: number
  readonly cause: RestatementCause
  readonly before: RangeFigures
  readonly after: RangeFigures
  /** User who made the change; null: no user made it, as for late data. */
  readonly userId: number | null
}

export async function insertRestatements(ctx: Ctx, restatements: readonly NewRestatement[]): Promise<void> {
  if (restatements.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'stops.insert_restatements',
      text: `insert into restatement (company_id, equipment_id, restated_at, started_at, ended_at, cause, before, after, user_id)
        select $1::bigint, equipment_id, $2::bigint, from_ms, to_ms, cause, before::jsonb, after::jsonb, user_id
        from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::text[], string_to_array($7, ${JSON_SEPARATOR}),
          string_to_array($8, ${JSON_SEPARATOR}), $9::bigint[]) as n (equipment_id, from_ms, to_ms, cause, before, after, user_id)`,
    },
    [
      ctx.companyId,
      ctx.clock.now(),
      numberArray(restatements.map((restatement) => restatement.equipmentId)),
      numberArray(restatements.map((restatement) => restatement.from)),
      numberArray(restatements.map((restatement) => restatement.to)),
      textArray(restatements.map((restatement) => restatement.cause)),
      jsonTexts(restatements.map((restatement) => JSON.stringify(restatement.before))),
      jsonTexts(restatements.map((restatement) => JSON.stringify(restatement.after))),
      numberArray(restatements.map((restatement) => restatement.userId)),
    ],
  )
}
