import { type PartitionRange, partitionFor, utcMonthOf } from '@millwatch/domain/time'
import type { Ctx } from '../ctx.ts'

/** Statements that create a partition, by the table that is partitioned by time. */
const makers = {
  event: { name: 'partitions.ensure_event', text: 'select ensure_event_partition($1, $2, $3)' },
  rollup_quarter: { name: 'partitions.ensure_rollup', text: 'select ensure_rollup_partition($1, $2, $3)' },
} as const

export type PartitionedTable = keyof typeof makers

/**
 * Parses the bound of a partition, as PostgreSQL prints it, into its range in epoch ms, `[from, to)`. `from` null: no lower
 * limit. Throws for any other text.
 */
export function rangeOfBound(bound: string): PartitionRange {
  const [, from, to] = /FROM \((MINVALUE|'?-?\d+'?)\) TO \('?(-?\d+)'?\)/.exec(bound) ?? []
  if (from === undefined || to === undefined) throw new Error(`The bounds of a partition cannot be read: ${bound}`)
  return { from: from === 'MINVALUE' ? null : Number(from.replaceAll("'", '')), to: Number(to) }
}

async function partitionsOf(ctx: Ctx, table: PartitionedTable): Promise<{ name: string; range: PartitionRange }[]> {
  const rows = await ctx.tx.prepared<{ name: string; bound: string }>(
    {
      name: 'partitions.bounds',
      text: `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
        from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = ('public.' || $1::text)::regclass`,
    },
    [table],
  )
  return rows.map(({ name, bound }) => ({ name, range: rangeOfBound(bound) }))
}

/** Returns the partitions of events that end at or before an instant (epoch ms), oldest first. */
export async function eventPartitionsBefore(
  ctx: Ctx,
  before: number,
): Promise<readonly { readonly name: string; readonly range: PartitionRange }[]> {
  const partitions = (await partitionsOf(ctx, 'event')).filter(({ range }) => range.to <= before)
  return partitions.sort((a, b) => a.range.to - b.range.to)
}

/**
 * Drops a partition of events and returns true, unless a machine of any company keeps an event in it: then returns false. Waits
 * at most 800 ms for each of its locks, which stop everybody who uses events, and throws if one is not free by then.
 */
export async function dropForgottenEvents(ctx: Ctx, name: string): Promise<boolean> {
  await ctx.tx.prepared({ name: 'partitions.patience', text: `select set_config('lock_timeout', '800ms', true)` }, [])
  const [row] = await ctx.tx.prepared<{ isDropped: boolean }>(
    { name: 'partitions.drop_forgotten', text: 'select drop_forgotten_events($1) as "isDropped"' },
    [name],
  )
  return row?.isDropped ?? false
}

/**
 * Returns the range of the partition that contains an instant (epoch ms), and creates the partition unless it exists. It locks
 * out other makers of partitions of this table until the transaction ends, so it needs a transaction of its own.
 */
export async function ensurePartitionFor(ctx: Ctx, table: PartitionedTable, at: number): Promise<PartitionRange> {
  await ctx.tx.prepared({ name: 'partitions.lock', text: 'select pg_advisory_xact_lock(727001, hashtext($1::text))' }, [
    table,
  ])
  const existing = (await partitionsOf(ctx, table)).map(({ range }) => range)
  const range = partitionFor(at, ctx.clock.now(), existing)
  if (!existing.includes(range)) await ctx.tx.prepared(makers[table], [nameOf(table, range), range.from, range.to])
  return range
}

/**
 * Returns the name of a new partition: `<table>_<month>` for exactly one month, `<table>_old_<month>` for a longer one that
 * begins in that month, `<table>_old` for one without a lower limit.
 */
function nameOf(table: PartitionedTable, { from, to }: PartitionRange): string {
  if (from === null) return `${table}_old`
  const month = utcMonthOf(from)
  return month.to === to ? `${table}_${month.key}` : `${table}_old_${month.key}`
}
