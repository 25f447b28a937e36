export { actorOfJob } from './actor-of-job.ts'
export { jobsModule } from './calls.ts'
