import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'
import type { Latest } from './latest.ts'

/** Returns by machine id the latest cycle and reading; omits machines that never had an event. Either may be null. */
export async function latestOf(ctx: Ctx, equipmentIds: readonly number[]): Promise<Map<number, Latest>> {
  const rows = await ctx.tx.prepared<{ equipmentId: number; latest: string }>(
    {
      name: 'telemetry.latest_of',
      text: 'select equipment_id, latest from machine_state where company_id = $1 and equipment_id = any($2::bigint[])',
    },
    [ctx.companyId, numberArray(equipmentIds)],
  )
  return new Map(rows.map((row) => [row.equipmentId, JSON.parse(row.latest) as Latest]))
}
