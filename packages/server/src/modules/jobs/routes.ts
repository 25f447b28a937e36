import { readJob } from '@millwatch/contract/http/jobs'
import { NotFound } from '../../platform/errors.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { findJob, type Job } from '../../platform/jobs/index.ts'
import { allow } from '../../platform/policy.ts'

export function jobsRoutes(router: Router): void {
  router.signedIn(readJob, async ({ params, inCompany }) => {
    const job = await inCompany((ctx) => {
      allow(ctx.actor, 'job.read')
      return findJob(ctx, params.id)
    })
    if (!job) throw new NotFound()
    return success({ job: presentJob(job) })
  })
}

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
