import type { ShiftRow } from '@millwatch/domain/shifts'
import type { Interval } from '@millwatch/domain/status'
import type { Ctx } from '../../platform/ctx.ts'
import { spanArrays } from '../../platform/db/arrays.ts'

/** Range `[from, to)` of one machine's time (epoch ms). */
export interface Span {
  readonly equipmentId: number
  readonly from: number
  readonly to: number
}

/** Status interval with the id of its row. */
export interface IntervalWithId extends Interval {
  readonly id: number
}

/**
 * Returns one list per span, in the order of the spans: the status intervals that touch it, not clipped, in order of
 * time; empty for none.
 */
export async function intervalsOver(ctx: Ctx, spans: readonly Span[]): Promise<IntervalWithId[][]> {
  const rows = await ctx.tx.prepared<{
    no: number
    id: number
    status: Interval['status']
    startedAt: number
    endedAt: number | null
  }>(
    {
      name: 'utilization.intervals_over',
      text: `${spansFrom('status_interval')}
        select span.no::int as no, s.status_interval_id as id, s.status_id as status, s.started_at as "startedAt", s.ended_at as "endedAt"
        from span join status_interval s on s.company_id = $1 and s.equipment_id = span.equipment_id
          and s.started_at >= span.first_ms and s.started_at < span.to_ms and (s.ended_at is null or s.ended_at > span.from_ms)
        order by no, "startedAt"`,
    },
    [ctx.companyId, ...spanArrays(spans)],
  )
  return bySpan(spans, rows)
}

/**
 * Returns one list per span, in the order of the spans: the rows of shift history that touch it, not clipped, in order
 * of time; empty for none.
 */
export async function shiftRowsOver(ctx: Ctx, spans: readonly Span[]): Promise<ShiftRow[][]> {
  const rows = await ctx.tx.prepared<ShiftRow & { no: number }>(
    {
      name: 'utilization.shift_rows_over',
      text: `${spansFrom('shift_history')}
        select span.no::int as no, s.shift, s.started_at as "startedAt", s.ended_at as "endedAt", s.zone
        from span join shift_history s on s.company_id = $1 and s.equipment_id = span.equipment_id
          and s.started_at >= span.first_ms and s.started_at < span.to_ms and s.ended_at > span.from_ms
        order by no, "startedAt"`,
    },
    [ctx.companyId, ...spanArrays(spans)],
  )
  return bySpan(spans, rows)
}

/**
 * Returns SQL of the spans, each with the start of the last row that starts before it, as only that row can reach into the span.
 * With this start the index scan does not begin at the start of all history.
 */
const spansFrom = (table: 'status_interval' | 'shift_history') => `with span as materialized (
  select asked.*, coalesce((select b.started_at from ${table} b where b.company_id = $1 and b.equipment_id = asked.equipment_id
    and b.started_at <= from_ms order by b.started_at desc limit 1), from_ms) as first_ms
  from unnest($2::bigint[], $3::bigint[], $4::bigint[]) with ordinality as asked (equipment_id, from_ms, to_ms, no))`

function bySpan<Row extends { no: number }>(spans: readonly Span[], rows: readonly Row[]): Row[][] {
  const lists: Row[][] = spans.map(() => [])
  for (const row of rows) lists[row.no - 1]?.push(row)
  return lists
}
