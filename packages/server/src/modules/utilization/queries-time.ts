import type { ShiftRow } from '@millwatch/domain/shifts'
import type { Interval } from '@millwatch/domain/status'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'

/** A stretch of one machine's time, `[from, to)`. */
export interface Span {
  readonly equipmentId: number
  readonly from: number
  readonly to: number
}

/** Intervals of status that touch each span, whole, in time order; one list for each span. */
export async function intervalsOver(ctx: Ctx, spans: readonly Span[]): Promise<Interval[][]> {
  const rows = await ctx.tx.prepared<{
    no: number
    status: Interval['status']
    startedAt: number
    endedAt: number | null
  }>(
    {
      name: 'utilization.intervals_over',
      text: `select span.no::int as no, near.* from ${spansAsked}, lateral (
          select status_id as status, started_at as "startedAt", ended_at as "endedAt" from status_interval s
            where s.company_id = $1 and s.equipment_id = span.equipment_id and s.started_at < span.to_ms
              and s.started_at >= coalesce((select max(b.started_at) from status_interval b where b.company_id = $1
                and b.equipment_id = span.equipment_id and b.started_at <= span.from_ms), span.from_ms)
              and (s.ended_at is null or s.ended_at > span.from_ms)
        ) near order by no, "startedAt"`,
    },
    [ctx.companyId, ...askedOf(spans)],
  )
  return bySpan(spans, rows)
}

/** Shift history that touches each span, whole rows, in time order; one list for each span. */
export async function shiftRowsOver(ctx: Ctx, spans: readonly Span[]): Promise<ShiftRow[][]> {
  const rows = await ctx.tx.prepared<ShiftRow & { no: number }>(
    {
      name: 'utilization.shift_rows_over',
      text: `select span.no::int as no, near.* from ${spansAsked}, lateral (
          select shift, started_at as "startedAt", ended_at as "endedAt", zone from shift_history s
            where s.company_id = $1 and s.equipment_id = span.equipment_id and s.started_at < span.to_ms
              and s.started_at >= coalesce((select max(b.started_at) from shift_history b where b.company_id = $1
                and b.equipment_id = span.equipment_id and b.started_at <= span.from_ms), span.from_ms)
              and s.ended_at > span.from_ms
        ) near order by no, "startedAt"`,
    },
    [ctx.companyId, ...askedOf(spans)],
  )
  return bySpan(spans, rows)
}

const spansAsked =
  'unnest($2::bigint[], $3::bigint[], $4::bigint[]) with ordinality as span (equipment_id, from_ms, to_ms, no)'

const askedOf = (spans: readonly Span[]): string[] => [
  numberArray(spans.map((span) => span.equipmentId)),
  numberArray(spans.map((span) => span.from)),
  numberArray(spans.map((span) => span.to)),
]

function bySpan<Row extends { no: number }>(spans: readonly Span[], rows: readonly Row[]): Row[][] {
  const lists: Row[][] = spans.map(() => [])
  for (const row of rows) lists[row.no - 1]?.push(row)
  return lists
}
