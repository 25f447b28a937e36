import { companyRows } from '../platform/db/statements.ts'

export interface CountedRunRow {
  readonly equipmentId: number
  readonly runId: number
  readonly startedAt: number
  readonly endedAt: number | null
  readonly endedByCount: boolean
  /** Time at which the run's cycles reach its total; null: they do not, or it has no total, or it may overrun. */
  readonly reachedAt: number | null
  /** Number of cycles by the run's own count; `storedCycles` is that by its stored events. */
  readonly keptCycles: number
  readonly storedCycles: number
}

/**
 * Returns every run of machines that have no horizon, in order of machine and start, with its cycles by its own count and by the
 * stored events.
 */
export const countedRuns = companyRows<CountedRunRow>(
  'verify.counted_runs',
  `select r.equipment_id, r.run_id, r.started_at, r.ended_at, r.ended_by_count,
          (select min(occurred_at) from (select occurred_at, sum(number) over (order by occurred_at) as done from event
              where company_id = $1 and equipment_id = r.equipment_id and is_primary and kind = 1 and occurred_at > r.started_at
                and occurred_at <= coalesce(r.ended_at, m.head_at)) as counted
            where r.cycles_total is not null and not r.allow_overrun and done >= r.cycles_total) as reached_at,
          coalesce(r.cycles, m.run_cycles) as kept_cycles,
          (select coalesce(sum(number), 0)::bigint from event where company_id = $1 and equipment_id = r.equipment_id and is_primary
            and kind = 1 and occurred_at > r.started_at and occurred_at <= coalesce(r.ended_at, m.head_at)) as stored_cycles
        from run r join machine_state m on m.company_id = $1 and m.equipment_id = r.equipment_id
        where r.company_id = $1 and m.horizon_at is null order by r.equipment_id, r.started_at`,
)
