export { type DatabaseSettings, openDatabase } from './database.ts'
export type { Database, PoolName, Statement, Tx } from './types.ts'
