import { RUNNING, type Source } from '@millwatch/domain/status'
import type { Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'
import { doublesIn } from '../../platform/db/packed.ts'
import { companyRead, onceFor } from '../../platform/db/statements.ts'

export interface StatusRow {
  readonly statusIntervalId: number
  readonly equipmentId: number
  readonly statusId: number
  readonly startedAt: number
  readonly endedAt: number | null
}

/**
 * Returns the open status interval of each machine, by machine id; omits machines without evidence. It reads the stored
 * intervals, so the caller must have status computed up to now before.
 */
export async function currentStatuses(ctx: Ctx, equipmentIds: readonly number[]): Promise<Map<number, StatusRow>> {
  const rows = await ctx.tx.prepared<StatusRow>(
    {
      name: 'status.current',
      // The open interval is the last one: found at the end of each machine's index, however long its history.
      text: `select last.* from unnest($2::bigint[]) as machine (id) cross join lateral (
          select status_interval_id, equipment_id, status_id, started_at, ended_at from status_interval
          where company_id = $1 and equipment_id = machine.id order by started_at desc limit 1) as last
        where last.ended_at is null`,
    },
    [ctx.companyId, numberArray(equipmentIds)],
  )
  return new Map(rows.map((row) => [row.equipmentId, row]))
}

/**
 * Returns by machine id the status intervals that touch `[from, to)` (epoch ms), not clipped, in order of time; every
 * given machine has an entry.
 */
export async function intervalsTouching(
  ctx: Ctx,
  equipmentIds: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, StatusRow[]>> {
  const rows = await ctx.tx.prepared<StatusRow>(
    {
      name: 'status.touching',
      // As intervals do not overlap, only the last that starts before the period can reach into it.
      text: `select near.* from unnest($2::bigint[]) as machine (id) cross join lateral (
          (select status_interval_id, equipment_id, status_id, started_at, ended_at from status_interval
            where company_id = $1 and equipment_id = machine.id and started_at <= $3 order by started_at desc limit 1)
          union all
          (select status_interval_id, equipment_id, status_id, started_at, ended_at from status_interval
            where company_id = $1 and equipment_id = machine.id and started_at > $3 and started_at < $4)) as near
        where near.started_at < $4 and (near.ended_at is null or near.ended_at > $3)
        order by near.equipment_id, near.started_at`,
    },
    [ctx.companyId, numberArray(equipmentIds), from, to],
  )
  const byMachine = new Map<number, StatusRow[]>(equipmentIds.map((id) => [id, []]))
  for (const row of rows) byMachine.get(row.equipmentId)?.push(row)
  return byMachine
}

/**
 * Returns the status intervals of one machine that touch `[from, to)` (epoch ms), not clipped, in order of time; empty if there
 * are none. They leave the database packed, as a log of 15 months has thousands.
 */
export async function intervalsOfOne(ctx: Ctx, equipmentId: number, { from, to }: Range): Promise<StatusRow[]> {
  const [row] = await ctx.tx.prepared<{ packed: string | null }>(
    {
      name: 'status.of_one',
      // As in `intervalsTouching`, but in one range of the index, whose order needs no sort. An open interval has the end -1.
      text: `select encode(string_agg(lseg_send(lseg(point(status_interval_id, status_id),
            point(started_at, coalesce(ended_at, -1)))), ''::bytea order by started_at), 'base64') as packed
        from status_interval
        where company_id = $1 and equipment_id = $2 and started_at < $4 and (ended_at is null or ended_at > $3)
          and started_at >= coalesce((select started_at from status_interval
            where company_id = $1 and equipment_id = $2 and started_at <= $3 order by started_at desc limit 1), $3)`,
    },
    [ctx.companyId, equipmentId, from, to],
  )
  const doubles = doublesIn(row?.packed ?? null)
  const rows: StatusRow[] = []
  for (let i = 0; i < doubles.length; i += 4) {
    const [statusIntervalId, statusId] = [doubles[i] as number, doubles[i + 1] as number]
    const [startedAt, end] = [doubles[i + 2] as number, doubles[i + 3] as number]
    rows.push({ statusIntervalId, equipmentId, statusId, startedAt, endedAt: end < 0 ? null : end })
  }
  return rows
}

/**
 * Returns by machine id the running intervals that touch `[from, to)` (epoch ms), not clipped, in order of time; an open interval
 * lasts up to `now`. Omits machines without running intervals. For many machines at once: packed, the intervals take a fraction
 * of the time.
 */
export async function runningOfMany(
  ctx: Ctx,
  equipmentIds: readonly number[],
  { from, to }: Range,
  now: number,
): Promise<Map<number, Range[]>> {
  const rows = await ctx.tx.prepared<{ equipmentId: number; packed: string }>(
    {
      name: 'status.running_of_many',
      // As intervals do not overlap, only the last that starts before the period can reach into it.
      text: `select machine.id as "equipmentId",
          encode(string_agg(point_send(point(near.started_at, coalesce(near.ended_at, $5))), ''::bytea order by near.started_at), 'base64') as packed
        from unnest($2::bigint[]) as machine (id) cross join lateral (
          (select status_id, started_at, ended_at from status_interval
            where company_id = $1 and equipment_id = machine.id and started_at <= $3 order by started_at desc limit 1)
          union all
          (select status_id, started_at, ended_at from status_interval
            where company_id = $1 and equipment_id = machine.id and started_at > $3 and started_at < $4)) as near
        where near.status_id = ${RUNNING} and near.started_at < $4 and (near.ended_at is null or near.ended_at > $3)
        group by machine.id`,
    },
    [ctx.companyId, numberArray(equipmentIds), from, to, now],
  )
  return new Map(rows.map(({ equipmentId, packed }) => [equipmentId, rangesIn(packed)]))
}

function rangesIn(packed: string): Range[] {
  const doubles = doublesIn(packed)
  const ranges: Range[] = []
  for (let i = 0; i < doubles.length; i += 2) ranges.push({ from: doubles[i] as number, to: doubles[i + 1] as number })
  return ranges
}

/**
 * Returns the first evidence of each machine (epoch ms), by machine id; omits machines without any. Within one
 * snapshot, later calls with the same ids return the first result.
 */
export async function beganAt(ctx: Ctx, equipmentIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  return (await firstInstants(ctx, equipmentIds)).beganAt
}

/**
 * Returns the instant (epoch ms) of the earliest event of any device of each machine, by machine id, also if that event has been
 * deleted since; omits machines that never had an event.
 */
export async function firstEventsAt(ctx: Ctx, equipmentIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  return (await firstInstants(ctx, equipmentIds)).firstEventAt
}

/** Returns the first evidence and the earliest event of each machine (epoch ms) by one statement, as most questions need both. */
const firstInstants = (ctx: Ctx, equipmentIds: readonly number[]) =>
  onceFor(ctx, 'status.first_instants', equipmentIds, readFirstInstants)

interface FirstInstants {
  readonly beganAt: ReadonlyMap<number, number>
  readonly firstEventAt: ReadonlyMap<number, number>
}

/** Returns the source that decides the status of each machine, by machine id; omits machines without evidence. */
export const sourcesOf = companyRead<
  { equipmentId: number; source: Source },
  ReadonlyMap<number, Source>,
  [equipmentIds: readonly number[]]
>(
  'status.sources_of',
  `select equipment_id, state::json ->> 'source' as source from machine_state
        where company_id = $1 and equipment_id = any($2::bigint[]) and began_at is not null`,
  (rows) => new Map(rows.map((row) => [row.equipmentId, row.source])),
)

const readFirstInstants = companyRead<
  { equipmentId: number; beganAt: number | null; firstEventAt: number | null },
  FirstInstants,
  [equipmentIds: readonly number[]]
>(
  'status.first_instants',
  `select equipment_id, began_at, first_event_at from machine_state
        where company_id = $1 and equipment_id = any($2::bigint[])`,
  (rows) => ({
    beganAt: new Map(rows.flatMap((row) => (row.beganAt === null ? [] : [[row.equipmentId, row.beganAt]]))),
    firstEventAt: new Map(
      rows.flatMap((row) => (row.firstEventAt === null ? [] : [[row.equipmentId, row.firstEventAt]])),
    ),
  }),
)

/**
 * Returns up to `limit` machines whose status must be computed by `now` (epoch ms), the longest due first, because it changes
 * with time or a recomputation was requested. `among` limits the machines; null: all of the company.
 */
export async function machinesDue(
  ctx: Ctx,
  now: number,
  among: readonly number[] | null,
  limit: number,
): Promise<number[]> {
  const rows = await ctx.tx.prepared<{ equipmentId: number }>(
    {
      name: 'status.machines_due',
      text: `select equipment_id from machine_state where company_id = $1 and due_at <= $2
        and ($3::bigint[] is null or equipment_id = any($3::bigint[])) order by due_at limit $4`,
    },
    [ctx.companyId, now, among === null ? null : numberArray(among), limit],
  )
  return rows.map((row) => row.equipmentId)
}
