import { companyRows } from '../../platform/db/statements.ts'
import type { EventRow } from './queries.ts'
import { KIND } from './stored-event.ts'

/** Stored event of a device, with its machine (`equipmentId` 0: none) and its receipt (epoch ms). */
export interface DeviceEventRow extends EventRow {
  readonly equipmentId: number
  readonly receivedAt: number
}

/** Last level of an input of a device, 1 high or 0 low, and the instant of the event that sent it (epoch ms). */
interface InputLevelRow {
  readonly input: string
  readonly level: number
  readonly occurredAt: number
}

/**
 * Most events of a machine, newest first, that are searched for those of one device. There is no index by device, so this limits
 * the work for a device that sends little beside one that sends much.
 */
const MOST_SEARCHED = 50_000

/**
 * Returns the SQL of the newest events of device `$2` that meet `condition`. The arrays `$3` to `$5` have its places: a machine
 * (0: none) and the range of time `[from, to)` (epoch ms; `to` null: no end). `limit` is the limit clause for each place, or
 * empty.
 */
const newestOf = (condition: string, limit: string) => `
  unnest($3::bigint[], $4::bigint[], $5::bigint[]) as place (at_equipment_id, from_ms, to_ms) cross join lateral (
    select * from (
      select * from event where company_id = $1 and equipment_id = place.at_equipment_id
        and occurred_at >= place.from_ms and (place.to_ms is null or occurred_at < place.to_ms)
      order by occurred_at desc, event_no desc limit ${MOST_SEARCHED}
    ) newest where device_id = $2 and ${condition} order by occurred_at desc, event_no desc ${limit}
  ) found`

type Places = [
  deviceId: number,
  equipmentIds: readonly number[],
  froms: readonly number[],
  tos: readonly (number | null)[],
]

/**
 * Returns the 100 latest events of a device, latest first, that belong to the machines in `equipmentIds` (0: to none), each in
 * `[from, to)` of `froms` and `tos` at the same index (epoch ms; null: no end). Of each machine only the newest 50,000 events of
 * that time are searched.
 */
export const latestEventsOfDevice = companyRows<DeviceEventRow, Places>(
  'ingest.latest_events_of_device',
  `select equipment_id, received_at, occurred_at, batch_id, position, kind, cycle_ms, number, temperature_1, analog_in_1,
      since, input
    from ${newestOf('true', 'limit 100')} order by occurred_at desc, event_no desc limit 100`,
)

/**
 * Returns the last level of each input of a device, by the name of the input. Only events of the machines in `equipmentIds` (0:
 * of none) are read, each in `[from, to)` of `froms` and `tos` at the same index (epoch ms; null: no end), and of each only the
 * newest 50,000. Inputs without such an event are left out.
 */
export const inputLevelsOfDevice = companyRows<InputLevelRow, Places>(
  'ingest.input_levels_of_device',
  `select distinct on (input) input, number as level, occurred_at from ${newestOf(`kind = ${KIND.input}`, '')}
    order by input, occurred_at desc, event_no desc`,
)
