import type { RunSpan } from '@millwatch/domain/runs'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'

/** The runs of machines that cycles in `[from, to)` may belong to, in time order; every machine asked has an entry. */
export async function runsOver(
  ctx: Ctx,
  equipmentIds: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, RunSpan[]>> {
  const rows = await ctx.tx.prepared<RunSpan & { equipmentId: number }>(
    {
      name: 'runs.over',
      text: `select equipment_id as "equipmentId", started_at as "startedAt", ended_at as "endedAt",
          parts_per_cycle as "partsPerCycle" from run
        where company_id = $1 and equipment_id = any($2::bigint[]) and started_at < $4 and (ended_at is null or ended_at >= $3)
        order by equipment_id, started_at`,
    },
    [ctx.companyId, numberArray(equipmentIds), from, to],
  )
  const byMachine = new Map<number, RunSpan[]>(equipmentIds.map((id) => [id, []]))
  for (const { equipmentId, ...run } of rows) byMachine.get(equipmentId)?.push(run)
  return byMachine
}
