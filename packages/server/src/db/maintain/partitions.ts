import type pg from 'pg'
import { type PartitionedTable, rangeOfBound } from '../../platform/db/index.ts'

/** Tables with partitions by time, each with the column (epoch ms) by which rows are assigned to partitions. */
export const partitioned: readonly { readonly table: PartitionedTable; readonly column: string }[] = [
  { table: 'event', column: 'occurred_at' },
  { table: 'rollup_quarter', column: 'bucket_at' },
]

export interface NamedPartition {
  readonly name: string
  /** Start of the partition (epoch ms); null: it contains everything before `to`. */
  readonly from: number | null
  readonly to: number
}

/** Returns name and range of each partition of a table, oldest first. */
export async function listPartitions(client: pg.ClientBase, table: PartitionedTable): Promise<NamedPartition[]> {
  const { rows } = await client.query<{ name: string; bound: string }>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound from pg_inherits i
     join pg_class c on c.oid = i.inhrelid where i.inhparent = ('public.' || $1::text)::regclass`,
    [table],
  )
  return rows.map(({ name, bound }) => ({ name, ...rangeOfBound(bound) })).sort((a, b) => a.to - b.to)
}

/**
 * Locks the partitions of a table until the transaction ends, so that no server creates one. Rows can be read and written
 * meanwhile.
 */
export async function lockPartitions(client: pg.ClientBase, table: PartitionedTable): Promise<void> {
  await client.query('select pg_advisory_xact_lock(727001, hashtext($1::text))', [table])
}

export async function hasRows(client: pg.ClientBase, name: string): Promise<boolean> {
  return (await client.query(`select 1 from ${name} limit 1`)).rows.length > 0
}
