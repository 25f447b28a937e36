import type { Completion, CountedRun } from '@millwatch/domain/runs'
import type { Ctx } from '../../platform/ctx.ts'
import { booleanArray, numberArray } from '../../platform/db/arrays.ts'
import { companyRun } from '../../platform/db/statements.ts'

/** Selection of the runs of one machine whose cycles are to be counted: the active one, ended ones, or both. */
export interface RunsToCount {
  readonly equipmentId: number
  readonly active: boolean
  /** Range `[from, to]` (epoch ms) that selects the ended runs that may contain a cycle in it; null: no ended run. */
  readonly ended: { readonly from: number; readonly to: number } | null
  /** Instant (epoch ms) up to which the machine's events are processed; later events are not yet included in an active run. */
  readonly processedTo: number
}

/**
 * Run with the number of its cycles counted from the stored events. `completion` is the instant of the first cycle with which
 * they have reached the total, and the number of cycles then; null: there is no such cycle, or no total. If retention has removed
 * the events of the first cycles that reached it, it is the last of the removed cycles.
 */
export interface RunCount {
  readonly runId: number
  readonly equipmentId: number
  readonly endedAt: number | null
  readonly endedByCount: boolean
  readonly cyclesTotal: number | null
  readonly allowOverrun: boolean
  readonly notifyRosterIds: readonly number[]
  /** Number of cycles stored with the run before this count; null while the run is active. */
  readonly cyclesKept: number | null
  readonly cycles: number
  readonly completion: Completion | null
}

type CountRow = Omit<RunCount, 'completion'> & { completedAt: number | null; cyclesThen: number | null }

/**
 * Counts all cycles of the selected runs from the stored events, and finds the instant at which they reach the total; stores
 * nothing. Cycles of one instant are added together. Cycles whose events retention has removed are included (`settled_cycles`).
 * Returns the runs by id; empty if none is selected.
 */
export async function countRuns(ctx: Ctx, machines: readonly RunsToCount[]): Promise<RunCount[]> {
  if (machines.length === 0) return []
  const rows = await ctx.tx.prepared<CountRow>(
    {
      name: 'runs.count',
      text: `select r.run_id as "runId", r.equipment_id as "equipmentId", r.ended_at as "endedAt",
          r.ended_by_count as "endedByCount", r.cycles_total as "cyclesTotal", r.allow_overrun as "allowOverrun",
          r.notify_roster_ids as "notifyRosterIds", r.cycles as "cyclesKept", c.*
        from unnest($2::bigint[], $3::boolean[], $4::bigint[], $5::bigint[], $6::bigint[]) as asked (equipment_id, active, from_ms, to_ms, processed_to)
        join run r on r.company_id = $1 and r.equipment_id = asked.equipment_id
          and case when r.ended_at is null then asked.active else r.ended_at >= asked.from_ms and r.started_at < asked.to_ms end
        cross join lateral (
          select (r.settled_cycles + coalesce(sum(number), 0))::bigint as cycles,
            case when r.settled_cycles >= r.cycles_total then r.settled_last_at
              else min(at) filter (where r.settled_cycles + total >= r.cycles_total) end as "completedAt",
            case when r.settled_cycles >= r.cycles_total then r.settled_cycles
              else (r.settled_cycles + min(total) filter (where r.settled_cycles + total >= r.cycles_total))::bigint end as "cyclesThen"
          from (select occurred_at as at, number, sum(number) over (order by occurred_at) as total from event e
            where e.company_id = $1 and e.equipment_id = r.equipment_id and e.kind = 1 and e.is_primary
              and e.occurred_at > r.started_at and e.occurred_at >= r.settled_to
              and e.occurred_at <= coalesce(r.ended_at, asked.processed_to)) as cycle
        ) as c
        order by r.run_id`,
    },
    [
      ctx.companyId,
      numberArray(machines.map((machine) => machine.equipmentId)),
      booleanArray(machines.map((machine) => machine.active)),
      numberArray(machines.map((machine) => machine.ended?.from ?? null)),
      numberArray(machines.map((machine) => machine.ended?.to ?? null)),
      numberArray(machines.map((machine) => machine.processedTo)),
    ],
  )
  return rows.map(({ completedAt, cyclesThen, ...row }) => ({
    ...row,
    completion: completedAt === null || cyclesThen === null ? null : { at: completedAt, cycles: cyclesThen },
  }))
}

/** Stores end, kind of end and number of cycles of ended runs, also over earlier values. Does nothing for unknown runs. */
export async function putCounted(ctx: Ctx, runs: readonly (CountedRun & { runId: number })[]): Promise<void> {
  if (runs.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'runs.put_counted',
      text: `update run r set ended_at = n.ended_at, ended_by_count = n.by_count, cycles = n.cycles, updated_at = $6
        from unnest($2::bigint[], $3::bigint[], $4::boolean[], $5::bigint[]) as n (run_id, ended_at, by_count, cycles)
        where r.company_id = $1 and r.run_id = n.run_id`,
    },
    [
      ctx.companyId,
      numberArray(runs.map((run) => run.runId)),
      numberArray(runs.map((run) => run.endedAt)),
      booleanArray(runs.map((run) => run.endedByCount)),
      numberArray(runs.map((run) => run.cycles)),
      ctx.clock.now(),
    ],
  )
}

/**
 * Adds the cycles of a machine's runs before `horizon` (epoch ms, exclusive) to the numbers stored with the runs
 * (`settled_cycles`), with the instant of the last one. Call it in the transaction that sets the horizon, before the events are
 * removed. A second call for the same horizon adds nothing.
 */
export const settleRunsBefore = companyRun<[equipmentId: number, horizon: number]>(
  'runs.settle_before',
  `update run r set settled_to = $3, (settled_cycles, settled_last_at) = (
          select r.settled_cycles + coalesce(sum(number), 0), coalesce(max(occurred_at), r.settled_last_at) from event e where e.company_id = $1 and e.equipment_id = $2 and e.kind = 1 and e.is_primary
            and e.occurred_at > r.started_at and e.occurred_at >= r.settled_to and e.occurred_at < $3
            and (r.ended_at is null or e.occurred_at <= r.ended_at))
        where r.company_id = $1 and r.equipment_id = $2 and r.started_at < $3 and (r.ended_at is null or r.ended_at >= r.settled_to)
          and r.settled_to < $3`,
)
