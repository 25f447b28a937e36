import { DAY_MS } from '@millwatch/domain/time'
import type { Owner } from '../lib/owner.ts'

/** Number of alarms of preventative maintenance on each machine. */
export const PER_MACHINE = 10
/** Number of completions of each alarm. */
const COMPLETED = 10
const DAYS = 40

const NOW = '(extract(epoch from now()) * 1000)::bigint'
const TODAY = `(${NOW} / ${DAY_MS} * ${DAY_MS})`
/** SQL expression for a number from 0 to 99 that differs from machine to machine and from row to row. */
const MIXED = '((e.equipment_id * 37 + n * 61) % 100)'

/** SQL that stores the daily sums of the past 40 days of every machine. */
const days = `insert into rollup_day (company_id, equipment_id, day_from, day_to, running_in_ms, down_short_in_ms, down_excessive_in_ms,
    offline_in_ms, powered_off_in_ms, running_out_ms, down_short_out_ms, down_excessive_out_ms, offline_out_ms, powered_off_out_ms, cycles)
  select e.company_id, e.equipment_id, ${TODAY} - n * ${DAY_MS}::bigint, ${TODAY} - (n - 1) * ${DAY_MS}::bigint,
    40000000 + ${MIXED} * 100000, 20000000, 0, 0, 0, 100000, 0, 0, 0, 0, 1000 + ${MIXED} * 10
  from equipment e, generate_series(1, ${DAYS}) n`
const built = `insert into rollup_state (company_id, equipment_id, built_from, built_to, looked_to, zone)
  select company_id, equipment_id, ${TODAY} - ${DAYS + 1} * ${DAY_MS}::bigint, ${TODAY}, ${TODAY}, 'UTC' from equipment
  on conflict (company_id, equipment_id) do update set built_from = excluded.built_from, built_to = excluded.built_to`

/** SQL that stores ten alarms of each machine: four count cycles, three running hours, three time. */
const alarms = `insert into alarm (company_id, equipment_id, alarm_type_id, args, args_latest, created_at, updated_at, evaluated_to, base_at, args_from)
  select e.company_id, e.equipment_id, 5 + n % 3,
    case n % 3 when 0 then jsonb_build_object('cycle_count', 100000, 'notes', notes)
      when 1 then jsonb_build_object('runtime_hours', 500, 'notes', notes)
      else jsonb_build_object('duration', 30 + n, 'duration_unit', (array['hours', 'days', 'weeks', 'months'])[1 + n % 4], 'notes', notes) end,
    case n % 3 when 0 then jsonb_build_object('cycle_count', 1000 * ${MIXED}) when 1 then jsonb_build_object('runtime_hours', 5 * ${MIXED})
      else jsonb_build_object('duration', ${MIXED} / 10.0) end,
    ${NOW} - ${DAYS} * ${DAY_MS}::bigint, ${NOW}, ${NOW}, ${NOW} - ${MIXED} * 3600017, ${NOW}
  from equipment e, generate_series(0, ${PER_MACHINE - 1}) n,
    lateral (select 'Work ' || n || ' of machine ' || e.equipment_id || E'\\n' || repeat('Clean it, look at it and write down what you saw. ', 6)) as t (notes)`
const tripped = `insert into alarm_trip (company_id, alarm_id, equipment_id, tripped_at, known_at, kind, args, device_output_config)
  select company_id, alarm_id, equipment_id, ${NOW} - alarm_id * 1000, ${NOW}, 'announced', args, '{}' from alarm where alarm_id % 10 = 0`
const completed = `insert into alarm_trip (company_id, alarm_id, equipment_id, tripped_at, cleared_at, known_at, kind, args, args_latest,
    device_output_config, acknowledged_at, acknowledged_notes)
  select company_id, alarm_id, equipment_id, at, at, at, 'early', args, args_latest, '{}', at, 'Done, nothing found'
  from (select *, ${NOW} - (n * 30 + alarm_id % 30) * ${DAY_MS}::bigint as at from alarm, generate_series(1, ${COMPLETED}) n) as past`

/**
 * Stores alarms of maintenance on every machine with their trips and completions, and the daily sums from which due dates are
 * projected. The server evaluates none of these alarms.
 */
export async function fillMaintenance(owner: Owner): Promise<void> {
  for (const text of [days, built, alarms, tripped, completed]) await owner.rows(text)
  for (const table of ['rollup_day', 'rollup_state', 'alarm', 'alarm_trip']) await owner.rows(`vacuum analyze ${table}`)
}

export async function removeMaintenance(owner: Owner): Promise<void> {
  for (const table of ['alarm', 'rollup_day', 'rollup_state']) await owner.rows(`delete from ${table}`)
}
