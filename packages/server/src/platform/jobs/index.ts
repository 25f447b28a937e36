export { createJobs, type Jobs, type JobsSettings, type SubmittedJob } from './jobs.ts'
export { JobFailed, type JobKind, type Preparing, type RunningJob } from './kind.ts'
export { usualLease } from './queue.ts'
export { countJobs, findJob, type Job, type JobSubmitter, jobsThere } from './store.ts'
