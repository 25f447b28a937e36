import type { PartitionRange } from '@millwatch/domain/time'
import type { Clock } from '../platform/clock.ts'
import { asSystem } from '../platform/ctx.ts'
import { type Database, ensurePartitionFor, type PartitionedTable } from '../platform/db/index.ts'

/**
 * Creates the partition of a table that contains an instant (epoch ms) unless it exists, in a transaction of its own. Returns its
 * range.
 */
export function makePartition(
  deps: { readonly database: Database; readonly clock: Clock },
  companyId: number,
  table: PartitionedTable,
  at: number,
): Promise<PartitionRange> {
  return asSystem(deps, companyId, (ctx) => ensurePartitionFor(ctx, table, at), { pool: 'ingest' })
}
