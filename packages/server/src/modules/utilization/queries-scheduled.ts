import type { Ctx } from '../../platform/ctx.ts'
import { readGrouped } from './queries-read.ts'
import { type Pair, type PlannedQuarters, pairsIn, partsIn, type ReadRow } from './tables-quarters.ts'
import { nameOf, Parameters, type ReadChoice, scheduledSums } from './tables-read.ts'

/**
 * Returns the scheduled time of all parts of each pair's plan, from shift history: by time entry and, with buckets, by series and
 * bucket. In each row the scheduled time stands at the place of offline time inside shift history, because the caller adds it
 * there: quarter-hours that were wholly offline have no row.
 */
export async function readScheduled(
  ctx: Ctx,
  pairs: readonly Pair[],
  parts: readonly PlannedQuarters[],
  choice: ReadChoice,
): Promise<ReadRow[]> {
  if (pairs.length === 0 || parts.length === 0) return []
  const q = new Parameters(ctx.companyId)
  return scheduledIn(
    ctx,
    q,
    'scheduled',
    `${pairsIn(q, pairs)} join ${partsIn(q, parts)} on d.plan = p.plan and d.to_ms > p.from_ms`,
    choice,
  )
}

/** Returns the scheduled time of single parts of pairs, from shift history, in the form of `readScheduled`. */
export async function readScheduledOf(
  ctx: Ctx,
  each: readonly { readonly pair: Pair; readonly part: PlannedQuarters }[],
  choice: ReadChoice,
): Promise<ReadRow[]> {
  if (each.length === 0) return []
  const q = new Parameters(ctx.companyId)
  const lists = [
    q.numbers(each, ({ pair }) => pair.entry, 'int'),
    q.numbers(each, ({ pair }) => pair.series, 'int'),
    q.numbers(each, ({ pair }) => pair.equipmentId, 'bigint'),
    q.numbers(each, ({ pair }) => pair.from, 'bigint'),
    q.numbers(each, ({ pair }) => pair.revenue, 'float8'),
    q.numbers(each, ({ pair }) => pair.rate, 'float8'),
    q.numbers(each, ({ part }) => part.from, 'bigint'),
    q.numbers(each, ({ part }) => part.to, 'bigint'),
    q.numbers(each, ({ part }) => part.bucket, 'int'),
    q.numbers(each, ({ part }) => part.minus, 'int'),
  ]
  const spans = `unnest(${lists}) as s (entry, series, equipment_id, from_ms, revenue, rate, part_from_ms, to_ms, bucket, minus)
    cross join lateral (select s.entry, s.series, s.equipment_id, s.from_ms, s.revenue, s.rate) as p
    cross join lateral (select s.part_from_ms as from_ms, s.to_ms, s.bucket, s.minus) as d`
  return scheduledIn(ctx, q, 'scheduled_of', spans, choice)
}

async function scheduledIn(
  ctx: Ctx,
  q: Parameters,
  name: string,
  spans: string,
  { shift, starts, money, isWide }: ReadChoice,
): Promise<ReadRow[]> {
  // Rows do not overlap, so only the last row that starts before a part can reach into it. The index scan starts at
  // that row.
  const from = `from ${spans}
    cross join lateral (select greatest(d.from_ms, p.from_ms) as from_ms) as c
    cross join lateral (select coalesce((select b.started_at from shift_history b where b.company_id = $1
      and b.equipment_id = p.equipment_id and b.started_at <= c.from_ms order by b.started_at desc limit 1), c.from_ms) as at offset 0) as f
    cross join lateral (select sum(least(h.ended_at, d.to_ms) - greatest(h.started_at, c.from_ms)) as ms from shift_history h
      where h.company_id = $1 and h.equipment_id = p.equipment_id and h.started_at >= f.at and h.started_at < d.to_ms
        and h.ended_at > c.from_ms ${shift === null ? '' : `and h.shift = ${q.add(shift, 'smallint')}`}) as r`
  return readGrouped(
    ctx,
    q,
    nameOf(name, { shift, starts, byDate: false, averages: false, money, isWide, isApart: false }),
    {
      sums: scheduledSums({ money, starts }),
      from,
      bucket: starts === null ? null : 'd.bucket',
      minus: 'd.minus',
    },
  )
}
