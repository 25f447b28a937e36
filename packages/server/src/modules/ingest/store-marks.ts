import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'

/**
 * Mark and derived cycle time (ms; null: none) of the stored cycle at `at` (epoch ms) with this event number. `mark`: 0 none, 1
 * startup cycle, 2 outlier.
 */
export interface CycleMarks {
  readonly at: number
  readonly eventNo: number
  readonly mark: number
  readonly derivedMs: number | null
}

/**
 * Writes marks and derived times to stored cycles of one machine, in place of the earlier ones. Cycles that are not stored are
 * left out.
 */
export async function putMarks(ctx: Ctx, equipmentId: number, cycles: readonly CycleMarks[]): Promise<void> {
  if (cycles.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'ingest.put_marks',
      text: `update event e set marks = n.marks, derived_ms = n.derived_ms
        from unnest($3::bigint[], $4::bigint[], $5::smallint[], $6::bigint[]) as n (occurred_at, event_no, marks, derived_ms)
        where e.company_id = $1 and e.equipment_id = $2 and e.occurred_at = n.occurred_at and e.event_no = n.event_no`,
    },
    [
      ctx.companyId,
      equipmentId,
      numberArray(cycles.map((cycle) => cycle.at)),
      numberArray(cycles.map((cycle) => cycle.eventNo)),
      numberArray(cycles.map((cycle) => cycle.mark)),
      numberArray(cycles.map((cycle) => cycle.derivedMs)),
    ],
  )
}
