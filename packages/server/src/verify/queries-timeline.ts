import { companyRows } from '../platform/db/statements.ts'

export interface BadJoint {
  readonly equipmentId: number
  readonly startedAt: number
  readonly endedAt: number | null
  readonly statusId: number
  readonly beforeEndedAt: number | null
  readonly beforeStatusId: number | null
}

/**
 * Returns up to 100 status intervals that do not begin where the previous one of their machine ends, or that have the same status
 * as that one. There should be none.
 */
export const badJoints = companyRows<BadJoint>(
  'verify.bad_joints',
  `select * from (select equipment_id, started_at, ended_at, status_id, lag(ended_at) over w as before_ended_at,
            lag(status_id) over w as before_status_id, lag(started_at) over w as before_started_at
          from status_interval where company_id = $1 window w as (partition by equipment_id order by started_at)) as joint
        where before_started_at is not null and (before_ended_at is distinct from started_at or before_status_id = status_id)
        order by equipment_id, started_at limit 100`,
)

export interface Ends {
  readonly equipmentId: number
  readonly beganAt: number | null
  readonly firstAt: number | null
  readonly intervals: number
  readonly open: number
}

/**
 * Returns for every machine of the company that has a status row, in order of the ids, its first evidence and the start of its
 * first interval (epoch ms; null: none), and the numbers of all and of open intervals.
 */
export const timelineEnds = companyRows<Ends>(
  'verify.timeline_ends',
  `select m.equipment_id, m.began_at, s.first_at, coalesce(s.intervals, 0)::int as intervals, coalesce(s.open, 0)::int as open
        from machine_state m left join (select equipment_id, min(started_at) as first_at, count(*) as intervals,
            count(*) filter (where ended_at is null) as open
          from status_interval where company_id = $1 group by 1) s on s.equipment_id = m.equipment_id
        where m.company_id = $1 order by 1`,
)
