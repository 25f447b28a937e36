import type { Ctx } from '../../platform/ctx.ts'
import type { EventRow } from './queries.ts'
import { KIND } from './stored-event.ts'

const columns = 'occurred_at, batch_id, position, kind, cycle_ms, number, temperature_1, analog_in_1, since, input'

/** The last cycles of the primary devices of a machine up to `now`: those of one instant, in no order. */
export async function lastCycles(ctx: Ctx, equipmentId: number, now: number): Promise<EventRow[]> {
  return ctx.tx.prepared<EventRow>(
    {
      name: 'ingest.last_cycles',
      text: `select ${columns} from event where company_id = $1 and equipment_id = $2 and occurred_at <= $3
        and is_primary and kind = ${KIND.cycle} order by occurred_at desc fetch first 1 rows with ties`,
    },
    [ctx.companyId, equipmentId, now],
  )
}

/** The last readings of any device of a machine in `[from, now]`: those of one instant, in no order. */
export async function lastReadings(ctx: Ctx, equipmentId: number, from: number, now: number): Promise<EventRow[]> {
  return ctx.tx.prepared<EventRow>(
    {
      name: 'ingest.last_readings',
      text: `select ${columns} from event where company_id = $1 and equipment_id = $2 and occurred_at between $3 and $4
        and kind in (${KIND.cycle}, ${KIND.tlm}) and (temperature_1 is not null or analog_in_1 is not null)
        order by occurred_at desc fetch first 1 rows with ties`,
    },
    [ctx.companyId, equipmentId, from, now],
  )
}
