import type { Ctx } from '../../platform/ctx.ts'
import { companyRead, companyRun } from '../../platform/db/statements.ts'
import type { OutputLevels } from './queries-outputs.ts'

/**
 * Locks the rows of machines with alarms until the transaction ends, so that no other transaction evaluates or changes their
 * alarms; waits for transactions that hold them.
 */
export const holdMachines = companyRun<[equipmentIds: readonly number[]]>(
  'alarms.hold_machines',
  `select from alarm_machine where company_id = $1 and equipment_id = any($2::bigint[]) order by equipment_id for update`,
)

/**
 * Stores `done` or `not_reached` with each trip whose outputs were commanded and that is over, or whose alarm has no output any
 * more: `done` if the device acknowledged the command that switched them on. Call it before the next command is stored.
 */
export const settleTrips = companyRun<[equipmentIds: readonly number[]]>(
  'alarms.settle_outputs',
  `update alarm_trip t set output_state = case when exists (select from device_output o
        where o.company_id = t.company_id and o.equipment_id = t.equipment_id
          and (not t.device_output_config @> '{"24v": true}' or o.on_24v and o.acknowledged_id >= o.since_24v)
          and (not t.device_output_config @> '{"120v": true}' or o.on_120v and o.acknowledged_id >= o.since_120v)
          and (t.device_output_config <> '{}' or o.acknowledged_id = o.command_id)) then 'done' else 'not_reached' end
    where t.company_id = $1 and t.equipment_id = any($2::bigint[]) and t.output_state = 'asked'
      and (t.cleared_at is not null or exists (select from alarm a
        where a.company_id = t.company_id and a.alarm_id = t.alarm_id and a.device_output_config = '{}'))`,
)

/** Stores with each present trip of an alarm with an output that its outputs are to be on (`output_state` `asked`). */
export const markTrips = companyRun<[equipmentIds: readonly number[]]>(
  'alarms.mark_outputs',
  `update alarm_trip t set output_state = 'asked' from alarm a
    where a.company_id = $1 and a.equipment_id = any($2::bigint[]) and a.device_output_config <> '{}'
      and t.company_id = a.company_id and t.alarm_id = a.alarm_id and t.cleared_at is null
      and t.output_state is distinct from 'asked'`,
)

/**
 * Levels to which a device must set its outputs for the alarms of a machine; `equipmentId` null: the device is a primary device
 * of no machine.
 */
export interface OutputOrder extends OutputLevels {
  readonly deviceId: number
  readonly equipmentId: number | null
}

const upsert = companyRun<
  [readonly number[], readonly (number | null)[], readonly boolean[], readonly boolean[], at: number]
>(
  'alarms.save_outputs',
  `insert into device_output as d (company_id, device_id, equipment_id, command_id, on_24v, on_120v, since_24v, since_120v,
      commanded_at)
    select $1, device_id, equipment_id, 1, on_24v, on_120v, 1, 1, $6
      from unnest($2::bigint[], $3::bigint[], $4::boolean[], $5::boolean[]) as given (device_id, equipment_id, on_24v, on_120v)
    on conflict (company_id, device_id) do update set equipment_id = excluded.equipment_id,
      command_id = d.command_id + case when (d.on_24v, d.on_120v) = (excluded.on_24v, excluded.on_120v) then 0 else 1 end,
      on_24v = excluded.on_24v, on_120v = excluded.on_120v,
      since_24v = case when d.on_24v = excluded.on_24v then d.since_24v else d.command_id + 1 end,
      since_120v = case when d.on_120v = excluded.on_120v then d.since_120v else d.command_id + 1 end,
      commanded_at = case when (d.on_24v, d.on_120v) = (excluded.on_24v, excluded.on_120v) then d.commanded_at
        else excluded.commanded_at end`,
)

/**
 * Stores orders as the latest commands of their devices. A device whose outputs stay the same keeps its command; only its machine
 * may change.
 */
export async function saveOutputs(ctx: Ctx, orders: readonly OutputOrder[]): Promise<void> {
  if (orders.length === 0) return
  // One fixed order prevents deadlocks.
  const sorted = [...orders].sort((a, b) => a.deviceId - b.deviceId)
  await upsert(
    ctx,
    sorted.map((order) => order.deviceId),
    sorted.map((order) => order.equipmentId),
    sorted.map((order) => order.on24v),
    sorted.map((order) => order.on120v),
    ctx.clock.now(),
  )
}

/**
 * Stores the greatest id of a command that a device acknowledged; ids that were never sent are left out. Returns the machine
 * whose alarms switch the device, as a list; an empty one if no id is new, or the device is not a primary device any more.
 */
export const acknowledgeCommands = companyRead<
  { equipmentId: number | null },
  readonly number[],
  [deviceId: number, ids: readonly number[]]
>(
  'alarms.acknowledge_commands',
  `update device_output d set acknowledged_id = (select max(id) from unnest($3::integer[]) as id where id <= d.command_id)
    where d.company_id = $1 and d.device_id = $2
      and exists (select from unnest($3::integer[]) as id where id <= d.command_id and id > d.acknowledged_id)
    returning d.equipment_id`,
  (rows) => rows.flatMap((row) => row.equipmentId ?? []),
)
