import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, Success } from '../shapes/common.ts'
import { ShiftNumber } from '../shapes/schedule.ts'
import { SubmittedJob } from './jobs.ts'

/**
 * Schema of an instant: ISO 8601 text with zone, or epoch seconds (decimals allowed) from 2000 to 2100, as in the answers about
 * shift history.
 */
const InstantOrSeconds = Type.Unsafe<string | number>({
  anyOf: [
    { type: 'string', format: 'date-time' },
    { type: 'number', minimum: 946_684_800, maximum: 4_102_444_800 },
  ],
})

const answer = Type.Object({ status: Success, job: SubmittedJob })

/**
 * Submits a job that inserts a shift into the shift history of machines, for all machines or none, and returns the job at once.
 * `GET /v0/jobs/{id}` and the room `job:{id}` report the end of the job.
 */
export const insertShifts = endpoint('POST', '/v0/shifts/bulkInsert', 'shifts', {
  operation: 'shift.insert',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Put a shift into the history of machines, as a job',
  shapes: {
    body: Type.Object(
      {
        insert: Type.Object(
          {
            equipIds: Type.Array(Id, { minItems: 1, maxItems: 1000 }),
            shift: ShiftNumber,
            start: InstantOrSeconds,
            end: InstantOrSeconds,
          },
          { additionalProperties: false },
        ),
      },
      { additionalProperties: false },
    ),
    answer,
  },
})

/**
 * Submits a job that changes rows of shift history, all or none, and returns the job at once. Absent fields stay. Rows may
 * exchange their times, because only the result is checked for overlap.
 */
export const updateShifts = endpoint('PUT', '/v0/shifts/bulkUpdate', 'shifts', {
  operation: 'shift.update',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Change rows of shift history, as a job',
  shapes: {
    body: Type.Object(
      {
        updates: Type.Array(
          Type.Object(
            {
              id: Id,
              start: Type.Optional(InstantOrSeconds),
              end: Type.Optional(InstantOrSeconds),
              shift: Type.Optional(ShiftNumber),
            },
            { additionalProperties: false, minProperties: 2 },
          ),
          { minItems: 1, maxItems: 10_000 },
        ),
      },
      { additionalProperties: false },
    ),
    answer,
  },
})

/**
 * Submits a job that deletes rows of shift history, all or none, and returns the job at once. The ids are in the body of the
 * DELETE. No schedule fills the deleted time again.
 */
export const destroyShifts = endpoint('DELETE', '/v0/shifts/bulkDestroy', 'shifts', {
  operation: 'shift.delete',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Delete rows of shift history, as a job',
  shapes: {
    body: Type.Object(
      { shiftHistoryIds: Type.Array(Id, { minItems: 1, maxItems: 10_000 }) },
      { additionalProperties: false },
    ),
    answer,
  },
})
