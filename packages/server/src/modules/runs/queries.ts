import type { RunSpan } from '@millwatch/domain/runs'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'
import { companyRead, companyRow, companyRows } from '../../platform/db/statements.ts'

/**
 * SQL of the runs `r` of machines $2 that begin before $4 and may reach $3, which is those from $3 on and the last one before $3.
 * An earlier one cannot reach $3, as runs do not overlap.
 */
const runsNear = `unnest($2::bigint[]) as machine (id) cross join lateral (
    (select * from run where company_id = $1 and equipment_id = machine.id and started_at < $3
      order by started_at desc, ended_at desc nulls first limit 1)
    union all
    (select * from run where company_id = $1 and equipment_id = machine.id and started_at >= $3 and started_at < $4)
  ) as r`

/**
 * Returns by machine id the runs to which cycles in `[from, to)` (epoch ms) may belong, in order of time; the list of a machine
 * without runs is empty. A run that ends at `from` is included, as its last cycle ends there.
 */
export async function runsOver(
  ctx: Ctx,
  equipmentIds: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, RunSpan[]>> {
  const rows = await ctx.tx.prepared<RunSpan & { equipmentId: number }>(
    {
      name: 'runs.over',
      text: `select r.equipment_id as "equipmentId", r.started_at as "startedAt", r.ended_at as "endedAt",
          r.parts_per_cycle as "partsPerCycle" from ${runsNear} where r.ended_at is null or r.ended_at >= $3
        order by r.equipment_id, r.started_at`,
    },
    [ctx.companyId, numberArray(equipmentIds), from, to],
  )
  const byMachine = new Map<number, RunSpan[]>(equipmentIds.map((id) => [id, []]))
  for (const { equipmentId, ...run } of rows) byMachine.get(equipmentId)?.push(run)
  return byMachine
}

/**
 * Active run of a machine and the end of its last ended run (epoch ms; null: none), which the flow caches between two
 * commits.
 */
export interface MachineRuns {
  readonly active: { readonly runId: number; readonly startedAt: number; readonly cyclesTotal: number | null } | null
  /**
   * End of the machine's last ended run, epoch ms; null: none has ended. A cycle up to this instant may belong to an ended run.
   */
  readonly endedTo: number | null
}

/**
 * Returns the active run of each machine (null: none) and the end of its last ended run, by machine id; omits machines without
 * runs.
 */
export const runsOfMachines = companyRead<
  {
    equipmentId: number
    runId: number | null
    startedAt: number
    cyclesTotal: number | null
    endedTo: number | null
  },
  Map<number, MachineRuns>,
  [equipmentIds: readonly number[]]
>(
  'runs.standings',
  `select machine.id as "equipmentId", active.run_id as "runId", active.started_at as "startedAt",
          active.cycles_total as "cyclesTotal", ended.ended_at as "endedTo"
        from unnest($2::bigint[]) as machine (id)
        left join run active on active.company_id = $1 and active.equipment_id = machine.id and active.ended_at is null
        left join lateral (select ended_at from run where company_id = $1 and equipment_id = machine.id and ended_at is not null
          order by started_at desc, ended_at desc limit 1) ended on true
        where active.run_id is not null or ended.ended_at is not null`,
  (rows) =>
    new Map(
      rows.map(({ equipmentId, runId, startedAt, cyclesTotal, endedTo }) => [
        equipmentId,
        { active: runId === null ? null : { runId, startedAt, cyclesTotal }, endedTo },
      ]),
    ),
)

/**
 * Run with all its stored data and its tags, which are in the order of their ids. Instants are epoch ms; `endedAt` is null while
 * it is active, `cyclesTotal` without a total.
 */
export interface RunRow extends RunSpan {
  readonly runId: number
  readonly equipmentId: number
  readonly endedByCount: boolean
  readonly createdAt: number
  readonly updatedAt: number
  readonly cyclesTotal: number | null
  /** Number of cycles in `(startedAt, endedAt]`; for an active run, up to the last processed event. */
  readonly cyclesCurrent: number
  readonly allowOverrun: boolean
  readonly notifyRosterIds: readonly number[]
  readonly scrapQty: number
  readonly tags: readonly { readonly id: number; readonly name: string }[]
}

const columns = `r.run_id as "runId", r.equipment_id as "equipmentId", r.started_at as "startedAt", r.ended_at as "endedAt",
  r.ended_by_count as "endedByCount", r.created_at as "createdAt", r.updated_at as "updatedAt", r.cycles_total as "cyclesTotal",
  coalesce(r.cycles, m.run_cycles, 0)::bigint as "cyclesCurrent", r.parts_per_cycle as "partsPerCycle",
  r.allow_overrun as "allowOverrun", r.notify_roster_ids as "notifyRosterIds", r.scrap_qty as "scrapQty",
  coalesce((select json_agg(json_build_object('id', t.tag_id, 'name', t.name) order by t.tag_id) from run_tag rt
    join tag t on t.company_id = rt.company_id and t.tag_id = rt.tag_id
    where rt.company_id = r.company_id and rt.run_id = r.run_id), '[]') as tags`
const withMachine = 'left join machine_state m on m.company_id = r.company_id and m.equipment_id = r.equipment_id'
const tables = `run r ${withMachine}`

/** Returns the active run of each machine, by machine id; omits machines without one. */
export const activeRuns = companyRead<RunRow, Map<number, RunRow>, [equipmentIds: readonly number[]]>(
  'runs.active',
  `select ${columns} from ${tables} where r.company_id = $1 and r.equipment_id = any($2::bigint[]) and r.ended_at is null`,
  (rows) => new Map(rows.map((row) => [row.equipmentId, row])),
)

/**
 * Returns the runs of machines that touch `[from, to)` (epoch ms), not clipped, latest start first. A run that ends at `from` is
 * left out.
 */
export const runsTouching = companyRows<RunRow, [equipmentIds: readonly number[], from: number, to: number]>(
  'runs.touching',
  `select ${columns} from ${runsNear} ${withMachine}
        where r.ended_at is null or r.ended_at > $3
        order by r.started_at desc, r.run_id desc`,
)

/** Returns the run with the latest start of each machine, active or ended, in no order; omits machines without runs. */
export const lastRuns = companyRows<RunRow, [equipmentIds: readonly number[]]>(
  'runs.last',
  `select ${columns} from ${tables} where r.company_id = $1 and r.equipment_id = any($2::bigint[])
          and r.run_id = (select run_id from run l where l.company_id = $1 and l.equipment_id = r.equipment_id
            order by started_at desc, run_id desc limit 1)`,
)

/** Returns the run with this id in the company, active or ended; undefined when there is none. */
export const findRun = companyRow<RunRow, [runId: number]>(
  'runs.find',
  `select ${columns} from ${tables} where r.company_id = $1 and r.run_id = $2`,
)

/**
 * Returns the instant of a machine's last processed event, and its horizon (both epoch ms; each is null if there is none or the
 * machine is unknown). The caller must have locked the machine (`holdMachine`).
 */
export const machineForRuns = companyRead<
  { headAt: number | null; horizonAt: number | null },
  { headAt: number | null; horizonAt: number | null },
  [equipmentId: number]
>(
  'runs.machine',
  `select head_at as "headAt", horizon_at as "horizonAt" from machine_state where company_id = $1 and equipment_id = $2`,
  ([row]) => row ?? { headAt: null, horizonAt: null },
)
