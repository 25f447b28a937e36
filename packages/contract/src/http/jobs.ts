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

/** A job in the answer to the call that submitted it; it is usually done after that answer. */
export const SubmittedJob = Type.Object({ id: Id, state: JobState })

/**
 * Returns the state of a job. `error` is the text to show for a failed one. The room `job:{id}` sends its start and
 * end.
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
