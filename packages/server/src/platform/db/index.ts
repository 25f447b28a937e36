export type { Database, PoolName, Statement, Tx } from '../tx.ts'
export { type DatabaseSettings, openDatabase } from './database.ts'
export { demandAppRole } from './demand-role.ts'
