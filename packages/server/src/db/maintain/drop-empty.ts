import type pg from 'pg'
import type { PartitionedTable } from '../../platform/db/index.ts'
import { hasRows, listPartitions, lockPartitions } from './partitions.ts'

/**
 * Drops a partition that ended at or before `until` (epoch ms), if it is empty, and returns true. Returns false, and drops
 * nothing, if it has a row, ends later or does not exist. Readers and writers of the table wait for the duration of the drop.
 */
export async function dropEmpty(
  client: pg.ClientBase,
  table: PartitionedTable,
  name: string,
  until: number,
): Promise<boolean> {
  await lockPartitions(client, table)
  const found = (await listPartitions(client, table)).find((partition) => partition.name === name)
  if (found === undefined || found.to > until) return false
  await client.query(`lock table only ${table} in access exclusive mode`)
  await client.query(`lock table ${name} in access exclusive mode`)
  if (await hasRows(client, name)) return false
  await client.query(`drop table ${name}`)
  return true
}
