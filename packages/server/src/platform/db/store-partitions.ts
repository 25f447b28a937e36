import { type PartitionRange, partitionFor, utcMonthOf } from '@millwatch/domain/time'
import type { Ctx } from '../ctx.ts'

/** Tables with partitions by time, each with the statement that makes a partition. */
const makers = {
  event: { name: 'partitions.ensure_event', text: 'select ensure_event_partition($1, $2, $3)' },
  rollup_quarter: { name: 'partitions.ensure_rollup', text: 'select ensure_rollup_partition($1, $2, $3)' },
} as const

export type PartitionedTable = keyof typeof makers

/**
 * Parses the bound of a partition as PostgreSQL prints it into its range; `from` null: no lower limit. Throws for any
 * other text.
 */
export function rangeOfBound(bound: string): PartitionRange {
  const [, from, to] = /FROM \((MINVALUE|'?-?\d+'?)\) TO \('?(-?\d+)'?\)/.exec(bound) ?? []
  if (from === undefined || to === undefined) throw new Error(`The bounds of a partition cannot be read: ${bound}`)
  return { from: from === 'MINVALUE' ? null : Number(from.replaceAll("'", '')), to: Number(to) }
}

/**
 * Creates the partition that contains an instant (epoch ms) unless it exists; returns its range. Locks the partitions
 * of the table until the transaction ends, so it needs a transaction of its own.
 */
export async function ensurePartitionFor(ctx: Ctx, table: PartitionedTable, at: number): Promise<PartitionRange> {
  await ctx.tx.prepared({ name: 'partitions.lock', text: 'select pg_advisory_xact_lock(727001, hashtext($1::text))' }, [
    table,
  ])
  const rows = await ctx.tx.prepared<{ bound: string }>(
    {
      name: 'partitions.bounds',
      text: `select pg_get_expr(c.relpartbound, c.oid) as bound from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = ('public.' || $1::text)::regclass`,
    },
    [table],
  )
  const existing = rows.map(({ bound }) => rangeOfBound(bound))
  const range = partitionFor(at, ctx.clock.now(), existing)
  if (!existing.includes(range)) await ctx.tx.prepared(makers[table], [nameOf(table, range), range.from, range.to])
  return range
}

/**
 * Returns the name of a new partition: its month, or `old`, followed by the month in which the partition begins if it
 * has a beginning.
 */
function nameOf(table: PartitionedTable, { from, to }: PartitionRange): string {
  if (from === null) return `${table}_old`
  const month = utcMonthOf(from)
  return month.to === to ? `${table}_${month.key}` : `${table}_old_${month.key}`
}
