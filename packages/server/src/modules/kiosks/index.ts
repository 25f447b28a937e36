export { reachesSubjects } from './reach.ts'
export { kiosksRoutes } from './routes.ts'
export type * from './tables.ts'
