import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'

export interface NewAnnotation {
  readonly equipmentId: number
  readonly from: number
  readonly to: number
  readonly reasonId: number | null
  readonly notes: string | null
  readonly ignored: boolean
}

export async function insertAnnotation(ctx: Ctx, annotation: NewAnnotation): Promise<void> {
  await ctx.tx.db
    .insertInto('stop_annotation')
    .values({
      company_id: ctx.companyId,
      equipment_id: annotation.equipmentId,
      started_at: annotation.from,
      ended_at: annotation.to,
      status_reason_id: annotation.reasonId,
      notes: annotation.notes,
      ignored: annotation.ignored,
      written_at: ctx.clock.now(),
      written_by: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
    })
    .execute()
}

export async function removeAnnotations(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'stops.remove_annotations',
      text: 'delete from stop_annotation where company_id = $1 and stop_annotation_id = any($2::bigint[])',
    },
    [ctx.companyId, numberArray(ids)],
  )
}
