import type { Ctx } from '../../platform/ctx.ts'

interface Attached {
  readonly deviceId: number
  readonly equipmentId: number
  readonly isPrimary: boolean
  readonly from: number
}

/**
 * Events of a device from `from` on that stood on no machine go to a machine. Where the device is its primary, those of an
 * earlier primary are no longer one's. How many events were touched.
 */
export async function attachStoredEvents(ctx: Ctx, attached: Attached): Promise<number> {
  const { deviceId, equipmentId, isPrimary, from } = attached
  const moved = await ctx.tx.prepared<{ touched: number }>(
    {
      name: 'ingest.attach_events',
      text: `with moved as (
          update event set equipment_id = $3, is_primary = $5
          where company_id = $1 and equipment_id = 0 and device_id = $2 and occurred_at >= $4 returning 1
        ), given_way as (
          update event set is_primary = false
          where $5 and company_id = $1 and equipment_id = $3 and occurred_at >= $4 and is_primary and device_id <> $2 returning 1
        )
        select (select count(*) from moved) + (select count(*) from given_way) as touched`,
    },
    [ctx.companyId, deviceId, equipmentId, from, isPrimary],
  )
  return moved[0]?.touched ?? 0
}
