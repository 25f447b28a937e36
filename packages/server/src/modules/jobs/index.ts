export { actorOfJob } from './actor-of-job.ts'
export { jobsRoutes } from './routes.ts'
