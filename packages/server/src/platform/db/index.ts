export type { Database, PoolName, Statement, Tx } from '../tx.ts'
export { type DatabaseSettings, openDatabase } from './database.ts'
export { isNoPartition } from './faults.ts'
export { requireAppRole } from './require-role.ts'
export {
  dropForgottenEvents,
  ensurePartitionFor,
  eventPartitionsBefore,
  type PartitionedTable,
  rangeOfBound,
} from './store-partitions.ts'
