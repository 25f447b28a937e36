import type { Ctx } from '../../platform/ctx.ts'
import { textArray } from '../../platform/db/arrays.ts'
import {
  type Grouped,
  grouped,
  machinesOf,
  type Pair,
  type PlannedQuarters,
  pairsIn,
  partsIn,
  type ReadRow,
  timesOfQuarters,
} from './tables-quarters.ts'
import { bucketOf, leastOf, mostOf, nameOf, Parameters, type ReadChoice, sumsIn, sumsOf } from './tables-read.ts'

/** Settings of PostgreSQL's planner by name. */
type PlannerSettings = Readonly<Record<string, string>>

/**
 * Settings to read many machines at once: hash joins, parallel workers, and a new plan for each list of machines. By default
 * PostgreSQL estimates too few rows for a list of machines and ranges, and sorts all of them.
 */
const WIDE: PlannerSettings = {
  enable_mergejoin: 'off',
  enable_sort: 'off',
  parallel_setup_cost: '10',
  parallel_tuple_cost: '0.01',
  work_mem: '32MB',
  plan_cache_mode: 'force_custom_plan',
}

/** Readings of many machines that run at present, by transaction, with the settings before the first of them. */
const running = new WeakMap<Ctx['tx'], { count: number; readonly earlier: Promise<PlannerSettings> }>()

/**
 * Runs `read` with the settings `WIDE`, and sets them back after the last of the readings that run at once: a statement that
 * comes later in the transaction would be planned by them too, and one that reads a single machine then reads all intervals of
 * the company. After an error they end with the transaction.
 */
export async function readWide(ctx: Ctx, read: () => Promise<void>): Promise<void> {
  const readings = running.get(ctx.tx) ?? { count: 0, earlier: setPlanner(ctx, WIDE) }
  running.set(ctx.tx, readings)
  readings.count += 1
  const earlier = await readings.earlier
  await read()
  readings.count -= 1
  if (readings.count > 0) return
  running.delete(ctx.tx)
  await setPlanner(ctx, earlier)
}

/** Sets the planner for the rest of the transaction, and returns the earlier values of the settings. */
async function setPlanner(ctx: Ctx, settings: PlannerSettings): Promise<PlannerSettings> {
  const rows = await ctx.tx.prepared<{ name: string; earlier: string }>(
    {
      name: 'utilization.set_planner',
      text: `select name, current_setting(name) as earlier, set_config(name, value, true)
        from unnest($1::text[], $2::text[]) as s (name, value)`,
    },
    [textArray(Object.keys(settings)), textArray(Object.values(settings))],
  )
  return Object.fromEntries(rows.map(({ name, earlier }) => [name, earlier]))
}

/**
 * Returns the sums of quarter-hour rows: by time entry and, with buckets, by series and bucket. Offline time in them is negative:
 * minus the time of all other statuses, as quarter-hours that were wholly offline have no row. The caller must add the full
 * length of all quarter-hours as offline time, in and outside shift history.
 */
export async function readQuarters(
  ctx: Ctx,
  pairs: readonly Pair[],
  parts: readonly PlannedQuarters[],
  choice: ReadChoice,
): Promise<ReadRow[]> {
  const unborrowed = parts.filter((part) => part.minus < 0)
  const borrowed = parts.filter((part) => part.minus >= 0)
  if (borrowed.length === 0) return readSome(ctx, pairs, unborrowed, choice, false)
  return [
    ...(await readSome(ctx, pairs, unborrowed, choice, false)),
    ...(await readSome(ctx, pairs, borrowed, choice, true)),
  ]
}

async function readSome(
  ctx: Ctx,
  pairs: readonly Pair[],
  parts: readonly PlannedQuarters[],
  choice: ReadChoice,
  borrowed: boolean,
): Promise<ReadRow[]> {
  if (pairs.length === 0 || parts.length === 0) return []
  const { shift, starts, byDate, isWide } = choice
  const q = new Parameters(ctx.companyId)
  const within = `r.company_id = $1 and r.bucket_at >= d.from_ms and r.bucket_at < d.to_ms
      and r.bucket_at >= ${q.add(leastOf(parts), 'bigint')} and r.bucket_at < ${q.add(mostOf(parts), 'bigint')}
      ${shift === null ? '' : `and r.shift = ${q.add(shift, 'smallint')}`}`
  const from = isWide
    ? `from ${partsIn(q, parts)} cross join lateral (${machinesOf(within, choice)}) as r
        join ${pairsIn(q, pairs)} on p.plan = d.plan and r.equipment_id = p.equipment_id`
    : `from ${partsIn(q, parts)} join ${pairsIn(q, pairs)} on p.plan = d.plan
        join rollup_quarter r on r.equipment_id = p.equipment_id and ${within}`
  const times = timesOfQuarters(shift)
  const bucket = byDate && starts !== null ? bucketOf(q, 'r.shift_date', starts) : 'd.bucket'
  if (isWide) await setIndexScans(ctx, false)
  const rows = await readGrouped(ctx, q, nameOf(borrowed ? 'borrowed' : 'quarters', choice), {
    sums: sumsOf(times, choice),
    from,
    bucket: starts === null ? null : bucket,
    // Day rows of an entry include its borrowed quarter-hours already.
    ...(borrowed ? { minus: 'd.minus', byEntry: false } : {}),
  })
  if (isWide) await setIndexScans(ctx, true)
  return rows
}

/**
 * Switches index scans on or off for the rest of the transaction. Without them rows are read page by page in stored order, which
 * is faster for many machines, as a page contains quarter-hours of many.
 */
export async function setIndexScans(ctx: Ctx, areOn: boolean): Promise<void> {
  const statement = {
    name: 'utilization.set_index_scans',
    text: `select set_config('enable_indexscan', $1, true)`,
  }
  await ctx.tx.prepared(statement, [areOn ? 'on' : 'off'])
}

export async function readGrouped(ctx: Ctx, q: Parameters, name: string, parts: Grouped): Promise<ReadRow[]> {
  const text = grouped(parts)
  const rows = await ctx.tx.prepared<Omit<ReadRow, 'sums'> & { sums: string }>({ name, text }, q.values)
  return rows.map((row) => ({ ...row, sums: sumsIn(row.sums) }))
}
