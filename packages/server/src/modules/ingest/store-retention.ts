import type { Ctx } from '../../platform/ctx.ts'

/**
 * Deletes the stored events of a machine before an instant (epoch ms, exclusive); returns their number. Neither horizon
 * nor status changes.
 */
export async function removeEventsBefore(ctx: Ctx, equipmentId: number, at: number): Promise<number> {
  const [row] = await ctx.tx.prepared<{ removed: number }>(
    {
      name: 'ingest.remove_events_before',
      text: `with gone as (delete from event where company_id = $1 and equipment_id = $2 and occurred_at < $3 returning 1)
        select count(*)::int as removed from gone`,
    },
    [ctx.companyId, equipmentId, at],
  )
  return row?.removed ?? 0
}
