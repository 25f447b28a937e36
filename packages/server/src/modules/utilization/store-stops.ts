import type { Ctx } from '../../platform/ctx.ts'
import { numberArray, spanArrays } from '../../platform/db/arrays.ts'
import { companyRows } from '../../platform/db/statements.ts'
import type { Span } from './queries-time.ts'

/** Excessive stop that has ended, with the scheduled time in it; instants are epoch ms. */
export interface ReadyStop {
  readonly equipmentId: number
  readonly intervalId: number
  readonly startedAt: number
  readonly endedAt: number
  readonly scheduledMs: number
}

/** Returns the stored stops of a machine that ended in `[from, to)` (epoch ms), by their end. */
export const storedStops = companyRows<ReadyStop, [equipmentId: number, from: number, to: number]>(
  'utilization.stored_stops',
  `select equipment_id as "equipmentId", status_interval_id as "intervalId", started_at as "startedAt", ended_at as "endedAt",
      scheduled_ms as "scheduledMs"
    from rollup_stop where company_id = $1 and equipment_id = $2 and ended_at >= $3 and ended_at < $4 order by ended_at`,
)

/** Deletes the stored stops that ended in one of the spans, `[from, to)` (epoch ms), of their machine. */
export async function deleteStops(ctx: Ctx, spans: readonly Span[]): Promise<void> {
  if (spans.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'utilization.delete_stops',
      text: `delete from rollup_stop r using unnest($2::bigint[], $3::bigint[], $4::bigint[]) as span (equipment_id, from_ms, to_ms)
        where r.company_id = $1 and r.equipment_id = span.equipment_id and r.ended_at >= span.from_ms and r.ended_at < span.to_ms`,
    },
    [ctx.companyId, ...spanArrays(spans)],
  )
}

/** Inserts stops. Stored stops with the same end must be deleted first (`deleteStops`). */
export async function insertStops(ctx: Ctx, stops: readonly ReadyStop[]): Promise<void> {
  if (stops.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'utilization.insert_stops',
      text: `insert into rollup_stop (company_id, equipment_id, ended_at, started_at, scheduled_ms, status_interval_id)
        select $1::bigint, * from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])`,
    },
    [
      ctx.companyId,
      numberArray(stops.map((stop) => stop.equipmentId)),
      numberArray(stops.map((stop) => stop.endedAt)),
      numberArray(stops.map((stop) => stop.startedAt)),
      numberArray(stops.map((stop) => stop.scheduledMs)),
      numberArray(stops.map((stop) => stop.intervalId)),
    ],
  )
}
