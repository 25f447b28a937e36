export type { Database, PoolName, Statement, Tx } from '../tx.ts'
export { type DatabaseSettings, openDatabase } from './database.ts'
export { demandAppRole } from './demand-role.ts'
export { isNoPartition } from './faults.ts'
export {
  dropForgottenEvents,
  ensurePartitionFor,
  eventPartitionsBefore,
  type PartitionedTable,
  rangeOfBound,
} from './store-partitions.ts'
