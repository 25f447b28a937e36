import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'

/** Milliseconds of each status in a period. */
export interface StatusTotals {
  readonly runningMs: number
  readonly downMs: number
  readonly offlineMs: number
  readonly poweredOffMs: number
}

export const noTime: StatusTotals = { runningMs: 0, downMs: 0, offlineMs: 0, poweredOffMs: 0 }

/** Time of each status of machines inside `[from, to)`; the open interval counts up to `to`. */
export async function statusTotals(
  ctx: Ctx,
  equipmentIds: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, StatusTotals>> {
  const totals = new Map<number, StatusTotals>(equipmentIds.map((id) => [id, noTime]))
  if (to <= from) return totals
  const rows = await ctx.tx.prepared<
    { equipment_id: number } & Record<'running' | 'down' | 'offline' | 'powered_off', number>
  >(
    {
      name: 'status.totals',
      text: `select equipment_id,
          coalesce(sum(ms) filter (where status_id = 1), 0)::bigint as running,
          coalesce(sum(ms) filter (where status_id = 2), 0)::bigint as down,
          coalesce(sum(ms) filter (where status_id = 3), 0)::bigint as offline,
          coalesce(sum(ms) filter (where status_id = 4), 0)::bigint as powered_off
        from (select equipment_id, status_id, least(coalesce(ended_at, $4), $4) - greatest(started_at, $3) as ms from status_interval
          where company_id = $1 and equipment_id = any($2::bigint[]) and started_at < $4 and (ended_at is null or ended_at > $3)) as part
        group by equipment_id`,
    },
    [ctx.companyId, numberArray(equipmentIds), from, to],
  )
  for (const row of rows) {
    totals.set(row.equipment_id, {
      runningMs: row.running,
      downMs: row.down,
      offlineMs: row.offline,
      poweredOffMs: row.powered_off,
    })
  }
  return totals
}

export interface StatusRow {
  readonly status_interval_id: number
  readonly equipment_id: number
  readonly status_id: number
  readonly started_at: number
  readonly ended_at: number | null
}

/** The status that holds now, by machine; a machine never heard of is not in it. */
export async function currentStatuses(ctx: Ctx, equipmentIds: readonly number[]): Promise<Map<number, StatusRow>> {
  const rows = await ctx.tx.prepared<StatusRow>(
    {
      name: 'status.current',
      text: `select status_interval_id, equipment_id, status_id, started_at, ended_at from status_interval
        where company_id = $1 and equipment_id = any($2::bigint[]) and ended_at is null`,
    },
    [ctx.companyId, numberArray(equipmentIds)],
  )
  return new Map(rows.map((row) => [row.equipment_id, row]))
}

/** Intervals that touch `[from, to)`, unclipped, by machine in time order. */
export async function intervalsTouching(
  ctx: Ctx,
  equipmentIds: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, StatusRow[]>> {
  const rows = await ctx.tx.prepared<StatusRow>(
    {
      name: 'status.touching',
      text: `select status_interval_id, equipment_id, status_id, started_at, ended_at from status_interval
        where company_id = $1 and equipment_id = any($2::bigint[]) and started_at < $4 and (ended_at is null or ended_at > $3)
        order by equipment_id, started_at`,
    },
    [ctx.companyId, numberArray(equipmentIds), from, to],
  )
  const byMachine = new Map<number, StatusRow[]>(equipmentIds.map((id) => [id, []]))
  for (const row of rows) byMachine.get(row.equipment_id)?.push(row)
  return byMachine
}

/** Where the timelines begin: the earliest evidence; a machine never heard of is not in it. */
export async function beganAt(ctx: Ctx, equipmentIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await ctx.tx.prepared<{ equipment_id: number; began_at: number }>(
    {
      name: 'status.began_at',
      text: `select equipment_id, began_at from machine_state
        where company_id = $1 and equipment_id = any($2::bigint[]) and began_at is not null`,
    },
    [ctx.companyId, numberArray(equipmentIds)],
  )
  return new Map(rows.map((row) => [row.equipment_id, row.began_at]))
}

/** Machines whose telling time alone, or a changed setting, has overtaken; `among` null: any. */
export async function machinesDue(
  ctx: Ctx,
  now: number,
  among: readonly number[] | null,
  limit: number,
): Promise<number[]> {
  const rows = await ctx.tx.prepared<{ equipment_id: number }>(
    {
      name: 'status.machines_due',
      text: `select equipment_id from machine_state where company_id = $1 and due_at <= $2
        and ($3::bigint[] is null or equipment_id = any($3::bigint[])) order by due_at limit $4`,
    },
    [ctx.companyId, now, among === null ? null : numberArray(among), limit],
  )
  return rows.map((row) => row.equipment_id)
}
