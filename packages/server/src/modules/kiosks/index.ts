export { mayReachAsKiosk, reachesSubjects } from './reach.ts'
export { kiosksRoutes } from './routes.ts'
