import { readJob } from '@millwatch/contract/http/jobs'
import { type Module, question } from '../../platform/calls/calls.ts'
import { NotFound } from '../../platform/errors.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { findJob, type Job } from '../../platform/jobs/index.ts'

const presentJob = ({ id, kind, state, error, result, createdAt, startedAt, finishedAt }: Job) => ({
  id,
  kind,
  state,
  error,
  result: result === null ? null : { ...result },
  created_at: toIso(createdAt),
  started_at: toIsoOrNull(startedAt),
  finished_at: toIsoOrNull(finishedAt),
})

export const jobsModule: Module = {
  calls: [
    question(readJob, async (ctx, { params }) => {
      const job = await findJob(ctx, params.id)
      if (!job) throw new NotFound()
      return { job: presentJob(job) }
    }),
  ],
}
