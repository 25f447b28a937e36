import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'
import { SubmittedJob } from './jobs.ts'

/** Schema of a violation of an invariant of the stored data: a state that must never occur. */
const Finding = Type.Object({
  /** Number of the invariant, `I1` to `I13`, as in the operations manual. */
  invariant: Type.String(),
  equipment_id: Nullable(Id),
  device_id: Nullable(Id),
  at: Nullable(Instant),
  text: Type.String(),
})

export const listVerifications = endpoint('GET', '/v0/company/verifications', 'company', {
  operation: 'verification.read',
  policy: { least: 'admin', scope: 'company', rate: 'read' },
  summary: 'Lists the findings of the nightly checks of the data, newest first',
  shapes: {
    answer: Type.Object({
      status: Success,
      verifications: Type.Array(
        Type.Object({
          id: Id,
          started_at: Instant,
          finished_at: Instant,
          is_clean: Type.Boolean(),
          /** First findings, at most 200; `findings_total` is the number of all. */
          findings: Type.Array(Finding),
          findings_total: Type.Integer(),
        }),
      ),
    }),
  },
})

export const verifyNow = endpoint('POST', '/v0/company/verifications', 'company', {
  operation: 'verification.create',
  policy: { least: 'admin', scope: 'company', rate: 'heavy', audit: true },
  summary: 'Check the data of the company now, as a job',
  shapes: { answer: Type.Object({ status: Success, job: SubmittedJob }) },
})
