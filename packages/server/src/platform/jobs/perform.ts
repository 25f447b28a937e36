import type { Clock } from '../clock.ts'
import { type Actor, asSystem, type Ctx } from '../ctx.ts'
import type { Database } from '../db/index.ts'
import { AppError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { stateFact } from '../outbox/state-fact.ts'
import { allow } from '../policy.ts'
import { JobFailed, type JobKind, type RunningJob } from './kind.ts'
import { type Job, type JobSubmitter, lockUnfinished, markEnded, markRunning } from './store.ts'

/**
 * Function that returns the submitter of a job with their present role. Throws Forbidden if the submitter has no rights any more.
 */
export type ActorOfJob = (ctx: Ctx, submitter: JobSubmitter) => Promise<Actor>

export interface Performing {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly actorOfJob: ActorOfJob
  readonly kindOf: (name: string) => JobKind | undefined
}

/**
 * Job that a worker has taken from the queue. `attempt` is 1 for the first attempt. `signal` is aborted when the server stops or
 * the lease is lost.
 */
export interface Taken {
  readonly companyId: number
  readonly jobId: number
  readonly attempt: number
  readonly signal: AbortSignal
}

/** Largest number of attempts: a job that kills its worker each time must not be repeated forever. */
const mostAttempts = 20
const gaveUp = `The server was interrupted ${mostAttempts} times while it worked on this. Nothing was changed`

const unexpected = 'Internal error. Nothing was changed'

/**
 * Performs a job once: prepares it, and applies and ends it in one transaction. Does nothing for a job that has ended or does not
 * exist. Throws if a retry may help (server stopping, database away, kind unknown to this server). Every other failure ends the
 * job as failed with a text, also the 21st attempt. States `job.started` and `job.finished`.
 */
export async function perform(deps: Performing, taken: Taken): Promise<void> {
  const { companyId, jobId, attempt, signal } = taken
  const within = <T>(work: (ctx: Ctx) => Promise<T>) => asSystem(deps, companyId, work, { pool: 'jobs' })

  const begun = await within((ctx) => begin(deps, ctx, jobId))
  if (begun === undefined) return
  const { job, kind } = begun
  const running: RunningJob = { id: job.id, userId: job.userId, attempt }
  try {
    if (attempt > mostAttempts) throw new JobFailed(gaveUp)
    const prepared = await kind.prepare?.({ ...running, companyId, args: job.args, signal })
    signal.throwIfAborted()
    await within((ctx) => apply(deps, ctx, kind, running, prepared))
  } catch (error) {
    if (signal.aborted || (error instanceof AppError && error.status >= 500)) throw error
    const text = textOf(error)
    if (text === unexpected) deps.logger.error({ err: error, job: jobId, kind: kind.name }, 'A job failed')
    await within((ctx) => giveUp(ctx, kind, jobId, text))
  }
}

async function begin(deps: Performing, ctx: Ctx, jobId: number): Promise<{ job: Job; kind: JobKind } | undefined> {
  const job = await lockUnfinished(ctx, jobId)
  if (job === undefined) return undefined
  const kind = deps.kindOf(job.kind)
  // Submitted by a newer server; such a server will do it.
  if (kind === undefined) throw new Error(`This server does not know jobs of kind ${job.kind}`)
  if (job.state === 'queued') {
    await markRunning(ctx, jobId)
    await stateFact(ctx, { kind: 'job.started', jobId })
  }
  return { job, kind }
}

/**
 * Applies the job as its submitter and marks it ended, in one transaction. Does nothing if it has ended meanwhile. Throws
 * Forbidden if the submitter may no longer do the operation.
 */
async function apply(deps: Performing, ctx: Ctx, kind: JobKind, running: RunningJob, prepared: unknown): Promise<void> {
  const job = await lockUnfinished(ctx, running.id)
  if (job === undefined) return
  const actor = await deps.actorOfJob(ctx, job)
  if (kind.operation !== undefined) allow(actor, kind.operation)
  const result = await kind.run({ ...ctx, actor }, job.args, running, prepared)
  await kind.ended?.(ctx, job.args, job.id)
  await markEnded(ctx, job.id, { result })
  await stateFact(ctx, { kind: 'job.finished', jobId: job.id })
}

async function giveUp(ctx: Ctx, kind: JobKind, jobId: number, error: string): Promise<void> {
  const job = await lockUnfinished(ctx, jobId)
  if (job === undefined) return
  await kind.ended?.(ctx, job.args, jobId)
  await markEnded(ctx, jobId, { error })
  await stateFact(ctx, { kind: 'job.finished', jobId })
}

function textOf(error: unknown): string {
  if (error instanceof JobFailed) return error.message
  if (error instanceof AppError) return error.path === undefined ? error.message : `${error.message}: ${error.path}`
  return unexpected
}
