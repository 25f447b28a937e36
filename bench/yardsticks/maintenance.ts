import { DAY_MS, WEEK_MS } from '@millwatch/domain/time'
import type { Owner } from '../lib/owner.ts'

const HOURS = '((d.running_in_ms + d.running_out_ms) / 3600000.0::float8)'

/**
 * Statement for all maintenance of company 1 as of `$1` (epoch ms): from the pace of the whole days of the past four weeks, the
 * instant at which each is due with its range, and its group. Returns the nearest `$2`, with the number of each group. All time
 * zones are UTC.
 */
const nearest = {
  name: 'bare.maintenance',
  text: `with pace as (
      select d.equipment_id, count(*) as days, avg(d.cycles) as cycles, stddev_samp(d.cycles) as cycles_sd, avg(${HOURS}) as hours, stddev_samp(${HOURS}) as hours_sd
      from rollup_state b join rollup_day d on d.company_id = b.company_id and d.equipment_id = b.equipment_id
      where b.company_id = 1 and d.day_from >= $1::bigint - 29 * ${DAY_MS}::bigint and d.day_from > b.built_from and d.day_to <= b.built_to
      group by d.equipment_id),
    one as materialized (
      select a.alarm_id, a.equipment_id, e.name as equipment, a.alarm_type_id, case a.alarm_type_id when 7 then a.args->>'duration_unit' end as unit, a.base_at, o.tripped_at,
        (case a.alarm_type_id when 5 then a.args->'cycle_count' when 6 then a.args->'runtime_hours' else a.args->'duration' end)::float8 as most,
        (case a.alarm_type_id when 5 then a.args_latest->'cycle_count' when 6 then a.args_latest->'runtime_hours' else a.args_latest->'duration' end)::float8 as amount,
        p.days, case a.alarm_type_id when 5 then p.cycles else p.hours end as per_day, case a.alarm_type_id when 5 then p.cycles_sd else p.hours_sd end as deviation
      from alarm a join equipment e on e.company_id = a.company_id and e.equipment_id = a.equipment_id
        left join pace p on p.equipment_id = a.equipment_id
        left join alarm_trip o on o.company_id = a.company_id and o.alarm_id = a.alarm_id and o.cleared_at is null
      where a.company_id = 1 and e.active and e.removed_at is null and a.alarm_type_id in (5, 6, 7)),
    dated as materialized (
      select *, amount / most as part, case when tripped_at is not null then null
        when alarm_type_id = 7 then date_part('epoch', (to_timestamp(base_at / 1000.0::float8) at time zone 'UTC' + most * ('1 ' || unit)::interval) at time zone 'UTC') * 1000
        when days >= 5 and per_day > 0 then $1 + (most - amount) / per_day * ${DAY_MS} end as due_at,
        case when alarm_type_id <> 7 and days >= 5 and per_day > 0 then deviation * sqrt((most - amount) / per_day + ((most - amount) / per_day) ^ 2 / days) / per_day * ${DAY_MS} end as spread_ms
      from one),
    grouped as (select *, case when tripped_at is not null then 1 when due_at <= $1 + ${WEEK_MS} then 2 else 3 end as no from dated)
    select g.*, left(a.args->>'notes', 400) as notes, (select array[count(*) filter (where no = 1), count(*) filter (where no = 2), count(*)] from grouped) as counts
    from (select * from grouped order by no, tripped_at, due_at, part desc, alarm_id limit $2) as g
      join alarm a on a.company_id = 1 and a.alarm_id = g.alarm_id`,
}

const completions = {
  name: 'bare.completions',
  text: `select t.alarm_trip_id, t.alarm_id, t.acknowledged_at, t.acknowledged_notes, t.acknowledged_parts, t.args, t.args_latest, e.equipment_id, e.name
    from alarm_trip t join alarm a on a.company_id = t.company_id and a.alarm_id = t.alarm_id and a.alarm_type_id in (5, 6, 7)
      join equipment e on e.company_id = t.company_id and e.equipment_id = t.equipment_id and e.active and e.removed_at is null
    where t.company_id = 1 and t.acknowledged_at is not null order by t.acknowledged_at desc, t.alarm_trip_id desc limit $1`,
}
const completionCount = {
  name: 'bare.completion_count',
  text: `select count(*) from alarm_trip t join alarm a on a.company_id = t.company_id and a.alarm_id = t.alarm_id and a.alarm_type_id in (5, 6, 7)
    where t.company_id = 1 and t.acknowledged_at is not null`,
}

/**
 * Reads the nearest `limit` maintenances by a statement written by hand, and returns the time in ms, including reading the rows.
 * Throws an error if there are fewer.
 */
export async function readNearest(owner: Owner, limit: number): Promise<number> {
  const began = performance.now()
  const { rowCount } = await owner.client.query({ ...nearest, values: [Date.now(), limit] })
  if (rowCount !== limit) throw new Error(`The statement returned ${rowCount} rows, not ${limit}`)
  return performance.now() - began
}

/** Reads the latest `limit` completions, and the number of all, by statements written by hand. Returns the time in ms. */
export async function readCompletions(owner: Owner, limit: number): Promise<number> {
  const began = performance.now()
  await owner.client.query({ ...completions, values: [limit] })
  await owner.client.query({ ...completionCount, values: [] })
  return performance.now() - began
}
