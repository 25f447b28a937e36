import { compareEvents } from '@millwatch/domain/telemetry'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'
import type { Latest } from './latest.ts'

/** Cycles of machines whose end lies in `[from, to)`; a machine without any is 0. */
export async function cycleCounts(
  ctx: Ctx,
  equipmentIds: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, number>> {
  const rows = await ctx.tx.prepared<{ equipment_id: number; cycles: number }>(
    {
      name: 'telemetry.cycle_counts',
      text: `select equipment_id, sum(number)::bigint as cycles from event
        where company_id = $1 and equipment_id = any($2::bigint[]) and occurred_at >= $3 and occurred_at < $4 and kind = 1 and is_primary
        group by equipment_id`,
    },
    [ctx.companyId, numberArray(equipmentIds), from, to],
  )
  const counts = new Map<number, number>(equipmentIds.map((id) => [id, 0]))
  for (const row of rows) counts.set(row.equipment_id, row.cycles)
  return counts
}

export interface RawRow {
  readonly occurred_at: number
  /** 1 cycle, 2 telemetry. */
  readonly kind: 1 | 2
  readonly cycle_ms: number | null
  readonly temperature_1: number | null
  readonly analog_in_1: number | null
}

const PAGE = 5000

/**
 * Every cycle (of the primary device) and reading (of any) with `from <= t < to`, in the order of events, in pages, so
 * that any amount passes through little memory. A page never parts the events of one instant.
 */
export async function* rawRows(ctx: Ctx, equipmentId: number, from: number, to: number): AsyncGenerator<RawRow[]> {
  for (let next = from; ; ) {
    const rows = await ctx.tx.prepared<RawRow & { batch_id: string; position: number }>(
      {
        name: 'telemetry.raw_page',
        text: `select occurred_at, kind, cycle_ms, temperature_1, analog_in_1, batch_id, position from event
          where company_id = $1 and equipment_id = $2 and occurred_at >= $3 and occurred_at < $4 and (kind = 2 or (kind = 1 and is_primary))
          order by occurred_at fetch first ${PAGE} rows with ties`,
      },
      [ctx.companyId, equipmentId, next, to],
    )
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.sort((a, b) => a.occurred_at - b.occurred_at || compareEvents(placeOf(a), placeOf(b)))
    if (rows.length < PAGE) return
    next = last.occurred_at + 1
  }
}

const placeOf = (row: { occurred_at: number; batch_id: string; position: number }) => ({
  at: row.occurred_at,
  batchId: row.batch_id,
  position: row.position,
})

/** The latest cycle and reading of machines that were ever told. */
export async function latestOf(ctx: Ctx, equipmentIds: readonly number[]): Promise<Map<number, Latest>> {
  const rows = await ctx.tx.prepared<{ equipment_id: number; latest: string }>(
    {
      name: 'telemetry.latest_of',
      text: 'select equipment_id, latest from machine_state where company_id = $1 and equipment_id = any($2::bigint[])',
    },
    [ctx.companyId, numberArray(equipmentIds)],
  )
  return new Map(rows.map((row) => [row.equipment_id, JSON.parse(row.latest) as Latest]))
}
