import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'

export const JobState = Type.Union([
  Type.Literal('queued'),
  Type.Literal('running'),
  Type.Literal('finished'),
  Type.Literal('failed'),
])

/** Schema of a job in the answer to the call that submitted it. The job usually ends after that answer. */
export const SubmittedJob = Type.Object({ id: Id, state: JobState })

/**
 * Returns a job with its state and result. `error` is a text for people, null unless the job failed. The room `job:{id}` sends
 * the start and the end of the job.
 */
export const readJob = endpoint('GET', '/v0/jobs/:id', 'jobs', {
  operation: 'job.read',
  policy: { least: 'user', scope: 'company', rate: 'read' },
  summary: 'Returns the progress of a job, and its result',
  shapes: {
    params: IdParams,
    answer: Type.Object({
      status: Success,
      job: Type.Object({
        id: Id,
        kind: Type.String(),
        state: JobState,
        error: Nullable(Type.String()),
        result: Nullable(Type.Record(Type.String(), Type.Unknown())),
        created_at: Instant,
        started_at: Nullable(Instant),
        finished_at: Nullable(Instant),
      }),
    }),
  },
})
