export { kiosksModule } from './calls.ts'
export { reachesSubjects } from './reach.ts'
export type * from './tables.ts'
