/**
 * SQL of the machines `$2` of the company `$1`. For each, `near` is the time from `began` to `ended` of `[$3, $4)` (epoch ms),
 * extended to whole stops where one touches an end; an annotation of such a stop overlaps that time. `$5` is the end of a stop
 * that lasts.
 */
export const machinesWithStopsNear = `unnest($2::bigint[]) as machine (id)
  left join lateral (select status_id, started_at from status_interval where company_id = $1 and equipment_id = machine.id
    and started_at <= $3 order by started_at desc limit 1) as first on true
  left join lateral (select status_id, coalesce(ended_at, $5) as ended_at from status_interval where company_id = $1
    and equipment_id = machine.id and started_at < $4 order by started_at desc limit 1) as last on true
  cross join lateral (select case when first.status_id = 2 then first.started_at else $3 end as began,
    case when last.status_id = 2 then greatest(last.ended_at, $4) else $4 end as ended) as near`
