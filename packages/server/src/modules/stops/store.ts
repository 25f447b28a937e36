import type { Ctx } from '../../platform/ctx.ts'
import { booleanArray, numberArray, textArray } from '../../platform/db/arrays.ts'

export interface NewAnnotation {
  readonly equipmentId: number
  readonly from: number
  readonly to: number
  readonly reasonId: number | null
  readonly notes: string | null
  readonly ignored: boolean
}

export async function insertAnnotations(ctx: Ctx, annotations: readonly NewAnnotation[]): Promise<void> {
  if (annotations.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'stops.insert_annotations',
      text: `insert into stop_annotation (company_id, written_at, written_by, equipment_id, started_at, ended_at, status_reason_id, notes, ignored)
        select $1::bigint, $2::bigint, $3::bigint, * from unnest($4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[],
          $9::boolean[])`,
    },
    [
      ctx.companyId,
      ctx.clock.now(),
      ctx.actor.kind === 'user' ? ctx.actor.userId : null,
      numberArray(annotations.map((annotation) => annotation.equipmentId)),
      numberArray(annotations.map((annotation) => annotation.from)),
      numberArray(annotations.map((annotation) => annotation.to)),
      numberArray(annotations.map((annotation) => annotation.reasonId)),
      textArray(annotations.map((annotation) => annotation.notes)),
      booleanArray(annotations.map((annotation) => annotation.ignored)),
    ],
  )
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
