export { reachesSubjects } from './reach.ts'
export { kiosksRoutes } from './routes.ts'
