import type { PartitionRange } from '@millwatch/domain/time'
import type { Clock } from '../platform/clock.ts'
import { type Database, ensurePartitionFor, type PartitionedTable } from '../platform/db/index.ts'

/**
 * Creates the partition of a table that contains an instant (epoch ms) unless it exists, in a transaction of its own. Returns its
 * range.
 */
export function makePartition(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  companyId: number,
  table: PartitionedTable,
  at: number,
): Promise<PartitionRange> {
  return database.inCompany(
    companyId,
    (tx) => ensurePartitionFor({ companyId, actor: { kind: 'system' }, tx, clock }, table, at),
    { pool: 'ingest' },
  )
}
