import type { Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { spanArrays } from '../../platform/db/arrays.ts'

/** Returns one list per span, in the order of the spans: the ranges of shift history that touch it, not clipped, ascending. */
export async function shiftsInside(
  ctx: Ctx,
  spans: readonly (Range & { readonly equipmentId: number })[],
): Promise<Range[][]> {
  const inside: Range[][] = spans.map(() => [])
  if (spans.length === 0) return inside
  const rows = await ctx.tx.prepared<Range & { place: number }>(
    {
      name: 'reports.shifts_inside',
      text: `select span.place, near.started_at as from, near.ended_at as to
        from unnest($2::bigint[], $3::bigint[], $4::bigint[]) with ordinality as span (machine, from_ms, to_ms, place)
        cross join lateral (
          (select started_at, ended_at from shift_history
            where company_id = $1 and equipment_id = span.machine and started_at <= span.from_ms order by started_at desc limit 1)
          union all
          (select started_at, ended_at from shift_history
            where company_id = $1 and equipment_id = span.machine and started_at > span.from_ms and started_at < span.to_ms)
        ) as near
        where near.ended_at > span.from_ms
        order by span.place, near.started_at`,
    },
    [ctx.companyId, ...spanArrays(spans)],
  )
  for (const { place, from, to } of rows) inside[place - 1]?.push({ from, to })
  return inside
}
