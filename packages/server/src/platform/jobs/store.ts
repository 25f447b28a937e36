import type { Ctx } from '../ctx.ts'
import { companyRead } from '../db/statements.ts'
import type { JobTable } from '../tables.ts'

export type JobState = JobTable['state']

/** Submitter of a job: a person with the session, or an API key. All fields are null for Millwatch itself. */
export interface JobSubmitter {
  readonly userId: number | null
  readonly sessionId: number | null
  readonly ip: string | null
  /** API key that submitted the job; null: a person or Millwatch itself did. */
  readonly apiKeyId: number | null
}

/** Job with all columns of its row. Instants are epoch ms; null: not yet. `error` is the text of a failed job. */
export interface Job extends JobSubmitter {
  readonly id: number
  readonly kind: string
  readonly args: object
  readonly state: JobState
  readonly error: string | null
  readonly result: object | null
  readonly createdAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
}

const columns = `job_id as id, kind, args, state, error, result, user_id as "userId", session_id as "sessionId", ip,
  api_key_id as "apiKeyId", created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt"`

const insert = {
  name: 'jobs.insert',
  text: `insert into job (company_id, kind, args, state, user_id, session_id, ip, created_at, api_key_id)
    values ($1, $2, $3, 'queued', $4, $5, $6, $7, $8) returning job_id as id`,
}

/**
 * Stores a queued job in the name of the actor of `ctx`, if it is a user or an API key, else of Millwatch itself, and returns its
 * id. Does not add it to the queue.
 */
export async function insertJob(ctx: Ctx, job: { kind: string; args: object }): Promise<number> {
  const { actor } = ctx
  const person = actor.kind === 'user' ? actor : null
  const program = actor.kind === 'api_key' ? actor : null
  const [row] = await ctx.tx.prepared<{ id: number }>(insert, [
    ctx.companyId,
    job.kind,
    JSON.stringify(job.args),
    person?.userId ?? null,
    person?.sessionId ?? null,
    (person ?? program)?.ip ?? null,
    ctx.clock.now(),
    program?.apiKeyId ?? null,
  ])
  if (!row) throw new Error('A job was not stored')
  return row.id
}

const byId = { name: 'jobs.by_id', text: `select ${columns} from job where company_id = $1 and job_id = $2` }

export async function findJob(ctx: Ctx, id: number): Promise<Job | undefined> {
  const [job] = await ctx.tx.prepared<Job>(byId, [ctx.companyId, id])
  return job
}

/** Returns those of these ids of which the company has a job. */
export const jobsThere = companyRead<{ id: number }, number[], [ids: readonly number[]]>(
  'jobs.there',
  'select job_id as id from job where company_id = $1 and job_id = any($2::bigint[])',
  (rows) => rows.map(({ id }) => id),
)

/**
 * Locks a queued or running job until the transaction ends and returns it. Undefined if the job has ended or does not exist.
 * Waits for another transaction that has locked it.
 */
export const lockUnfinished = companyRead<Job, Job | undefined, [id: number]>(
  'jobs.locked',
  `${byId.text} for update`,
  ([job]) => (job?.state === 'queued' || job?.state === 'running' ? job : undefined),
)

const start = {
  name: 'jobs.start',
  text: `update job set state = 'running', started_at = $3 where company_id = $1 and job_id = $2`,
}

export async function markRunning(ctx: Ctx, id: number): Promise<void> {
  await ctx.tx.prepared(start, [ctx.companyId, id, ctx.clock.now()])
}

const end = {
  name: 'jobs.end',
  text: `update job set state = $3, error = $4, result = $5, finished_at = $6 where company_id = $1 and job_id = $2`,
}

export async function markEnded(
  ctx: Ctx,
  id: number,
  outcome: { error: string } | { result: object | null },
): Promise<void> {
  const [state, error, result] =
    'error' in outcome ? ['failed', outcome.error, null] : ['finished', null, outcome.result]
  await ctx.tx.prepared(end, [
    ctx.companyId,
    id,
    state,
    error,
    result === null ? null : JSON.stringify(result),
    ctx.clock.now(),
  ])
}

const alone = {
  name: 'jobs.alone',
  text: `select pg_advisory_xact_lock(727004, hashtext($1 || '/' || $2))`,
}
const waiting = {
  name: 'jobs.waiting',
  text: `select job_id as id from job where company_id = $1 and kind = $2 and state = 'queued' order by job_id limit 1`,
}

/**
 * Returns the id of the oldest queued job of this kind in the company; undefined if there is none. Until the transaction ends,
 * other callers for the same kind wait, so that only one adds a job.
 */
export async function waitingJob(ctx: Ctx, kind: string): Promise<number | undefined> {
  await ctx.tx.prepared(alone, [String(ctx.companyId), kind])
  const [job] = await ctx.tx.prepared<{ id: number }>(waiting, [ctx.companyId, kind])
  return job?.id
}

const unfinished = {
  name: 'jobs.unfinished',
  text: `select job_id as id, kind from job where company_id = $1 and state in ('queued', 'running') order by job_id`,
}

/** Returns id and kind of the company's jobs that are queued or running, in order of their ids. */
export async function unfinishedJobs(ctx: Ctx): Promise<{ id: number; kind: string }[]> {
  return ctx.tx.prepared(unfinished, [ctx.companyId])
}

/**
 * Numbers of jobs of a company: queued, running, and failed in the last day; with the time of submission of the oldest unfinished
 * one.
 */
export interface JobCounts {
  readonly queued: number
  readonly running: number
  readonly failedInADay: number
  /** Time of submission, epoch ms; null: all jobs have ended. */
  readonly oldestAt: number | null
}

/**
 * Returns the numbers of the company's jobs by state; of the failed jobs, only those that ended at or after `since` (epoch ms).
 */
export const countJobs = companyRead<JobCounts, JobCounts | undefined, [since: number]>(
  'jobs.count',
  `select count(*) filter (where state = 'queued') as queued, count(*) filter (where state = 'running') as running,
     count(*) filter (where state = 'failed') as failed_in_a_day,
     min(created_at) filter (where state in ('queued', 'running')) as oldest_at
   from job where company_id = $1 and (state in ('queued', 'running') or (state = 'failed' and finished_at >= $2))`,
  ([row]) => row,
)
