import { SUM, timeClass } from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { setIndexScans } from './queries-read.ts'
import {
  grouped,
  machinesOf,
  type Pair,
  type PlannedQuarters,
  pairsIn,
  partsIn,
  type ReadRow,
  timesOfQuarters,
} from './tables-quarters.ts'
import { leastOf, mostOf, nameOf, Parameters, type ReadChoice, scheduledSums, sumsIn, sumsOf } from './tables-read.ts'

export interface Borrowed {
  /** Sums of each series by bucket. Scheduled time is included, as offline time, where the rows contain it. */
  readonly rows: readonly ReadRow[]
  /** Machines whose rows do not contain the scheduled time of a part: their ids by the start of the part (epoch ms). */
  readonly open: ReadonlyMap<number, ReadonlySet<number>>
}

/**
 * Returns the sums of quarter-hours that are moved between buckets (`minus`), for all shifts together. If a machine has a row for
 * every quarter-hour of a part, the sums contain its scheduled time, as offline time. For the machines and parts in `open` they
 * do not, and the caller must read it from shift history.
 */
export async function readBorrowed(
  ctx: Ctx,
  pairs: readonly Pair[],
  parts: readonly PlannedQuarters[],
  choice: ReadChoice,
): Promise<Borrowed> {
  const open = new Map<number, Set<number>>()
  if (pairs.length === 0 || parts.length === 0) return { rows: [], open }
  const q = new Parameters(ctx.companyId)
  const within = `r.company_id = $1 and r.bucket_at >= d.from_ms and r.bucket_at < d.to_ms
    and r.bucket_at >= ${q.add(leastOf(parts), 'bigint')} and r.bucket_at < ${q.add(mostOf(parts), 'bigint')}`
  const machines = pairsIn(q, pairs)
  const all = partsIn(q, parts)
  const keys = { bucket: 'r.bucket', minus: 'r.minus', byEntry: false }
  const from = `from quarters as r join ${machines} on p.plan = r.plan and r.equipment_id = p.equipment_id`
  const text = `with quarters as materialized (select d.*, r.* from ${all} cross join lateral (${machinesOf(within, choice)}) as r),
    whole as materialized (select plan, from_ms, to_ms, bucket, minus, equipment_id, coalesce(sum(spent_ms) filter (where shift >= 0), 0) as ms
      from quarters group by plan, from_ms, to_ms, bucket, minus, equipment_id having sum(spent_ms) = to_ms - from_ms)
    ${grouped({ ...keys, from, sums: sumsOf(timesOfQuarters(null), choice) })}
    union all
    ${grouped({ ...keys, from: from.replace('quarters', 'whole'), sums: scheduledSums(choice, { [SUM.outside + timeClass.offline]: '-sum(r.ms)' }) })}
    union all
    select null, null, null, null, string_agg(p.equipment_id || ',' || d.from_ms, ',') from ${machines} join ${all} on d.plan = p.plan
      where not exists (select from whole w where w.plan = d.plan and w.from_ms = d.from_ms and w.equipment_id = p.equipment_id)`
  await setIndexScans(ctx, false)
  const name = nameOf('borrowed', choice)
  const rows = await ctx.tx.prepared<Omit<ReadRow, 'sums'> & { sums: string | null }>({ name, text }, q.values)
  await setIndexScans(ctx, true)
  const list = rows.find((row) => row.series === null)?.sums?.split(',') ?? []
  for (let i = 0; i < list.length; i += 2) {
    const at = Number(list[i + 1])
    const ids = open.get(at) ?? new Set()
    open.set(at, ids.add(Number(list[i])))
  }
  return {
    rows: rows.flatMap(({ sums, ...row }) =>
      row.series === null || sums === null ? [] : [{ ...row, sums: sumsIn(sums) }],
    ),
    open,
  }
}
