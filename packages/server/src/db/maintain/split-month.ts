import { utcMonthOf } from '@millwatch/domain/time'
import type pg from 'pg'
import type { PartitionedTable } from '../../platform/db/index.ts'
import { hasRows, listPartitions, lockPartitions, type NamedPartition } from './partitions.ts'

/** Change of a longer range: a month was moved into the new partition `name`, or the empty range `name` was dropped. */
export type Split =
  | { readonly change: 'moved'; readonly name: string; readonly rows: number }
  | { readonly change: 'dropped'; readonly name: string }

/** Returns the newest partition of a table that covers more than one month or has no lower limit; undefined if there is none. */
export async function newestRange(client: pg.ClientBase, table: PartitionedTable): Promise<NamedPartition | undefined> {
  return (await listPartitions(client, table)).findLast(({ from }, i, all) =>
    isRange(from, (all[i] as NamedPartition).to),
  )
}

const isRange = (from: number | null, to: number) => from === null || utcMonthOf(from).to !== to

/**
 * Moves the rows of the newest month of the newest partition that is longer than a month into a partition of their own, in the
 * caller's transaction. An empty longer partition is dropped instead. Returns what it did; null if there is no longer partition.
 * Writers to that partition wait from the beginning; everybody else only at the end, while the bounds change.
 */
export async function splitMonth(
  client: pg.ClientBase,
  { table, column }: { table: PartitionedTable; column: string },
): Promise<Split | null> {
  await lockPartitions(client, table)
  const range = await newestRange(client, table)
  if (range === undefined) return null
  await client.query(`lock table ${range.name} in exclusive mode`)
  const { rows } = await client.query<{ newest: number | null }>(
    `select max(${column})::float8 as newest from ${range.name}`,
  )
  const newest = rows[0]?.newest ?? null
  if (newest === null) {
    await client.query(`drop table ${range.name}`)
    return { change: 'dropped', name: range.name }
  }
  const month = utcMonthOf(newest)
  const name = `${table}_${month.key}`
  const moved = await moveRows(client, { table, column, range: range.name, name, from: month.from })
  await checkBounds(client, name, column, month.from, month.to)
  await checkBounds(client, range.name, column, range.from, month.from)
  await changeBounds(client, table, range, { name, ...month })
  return { change: 'moved', name, rows: moved }
}

interface Move {
  readonly table: PartitionedTable
  readonly column: string
  readonly range: string
  readonly name: string
  readonly from: number
}

async function moveRows(client: pg.ClientBase, { table, column, range, name, from }: Move): Promise<number> {
  const columns = (
    await client.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = ('public.' || $1::text)::regclass and attnum > 0
       and not attisdropped order by attnum`,
      [table],
    )
  ).rows.map((row) => `"${row.name}"`)
  await client.query(`create table ${name} (like ${table} including defaults including constraints including indexes)`)
  const { rowCount } = await client.query(
    `insert into ${name} (${columns}) select ${columns} from ${range} where ${column} >= $1`,
    [from],
  )
  await client.query(`delete from ${range} where ${column} >= $1`, [from])
  return rowCount ?? 0
}

/** Adds a check constraint equal to the bounds of a partition, so that attaching it reads no rows. */
async function checkBounds(client: pg.ClientBase, name: string, column: string, from: number | null, to: number) {
  const lower = from === null ? '' : ` and ${column} >= ${from}`
  await client.query(
    `alter table ${name} add constraint bounds_of_move check (${column} is not null and ${column} < ${to}${lower})`,
  )
}

async function changeBounds(
  client: pg.ClientBase,
  table: PartitionedTable,
  range: NamedPartition,
  month: { readonly name: string; readonly from: number; readonly to: number },
): Promise<void> {
  const attach = (name: string, from: number | null, to: number) =>
    client.query(`alter table ${table} attach partition ${name} for values from (${from ?? 'minvalue'}) to (${to})`)
  await client.query(`alter table ${table} detach partition ${range.name}`)
  await attach(month.name, month.from, month.to)
  if (await hasRows(client, range.name)) {
    await attach(range.name, range.from, month.from)
    await client.query(`alter table ${range.name} drop constraint bounds_of_move`)
  } else await client.query(`drop table ${range.name}`)
  await client.query(`alter table ${month.name} drop constraint bounds_of_move`)
}
