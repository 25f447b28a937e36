import type { Ctx } from '../../platform/ctx.ts'
import type { EventRow } from './queries.ts'
import { KIND } from './stored-event.ts'

const columns = 'occurred_at, batch_id, position, kind, cycle_ms, number, temperature_1, analog_in_1, since, input'

/**
 * Returns the cycles of a machine's primary devices at the latest instant with a cycle up to `now` (epoch ms, included), in no
 * order; an empty list when there is no cycle.
 */
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

/**
 * Returns the readings of all devices of a machine at the latest instant with a reading in `[from, now]` (epoch ms), in no order;
 * an empty list when there is none. Cycles with readings are included.
 */
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
