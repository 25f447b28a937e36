import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'

const Notes = Type.String({ maxLength: 4000 })

export const annotateStop = endpoint('PUT', '/v0/status/:id', 'stops', {
  operation: 'status.annotate',
  policy: {
    least: 'user',
    scope: 'company',
    rate: 'write',
    audit: true,
    kiosk: {
      about: [{ at: 'params.id', kind: 'stop' }],
      needs: 'reasons',
      only: ['status_reason_id', 'expected_reason_id'],
    },
  },
  keyed: true,
  summary:
    'Write on a stop: its reason (null clears), its notes, or, as superuser, that it is ignored; one at a time. With the reason or the notes that the caller saw (`expected_`), 409 if somebody wrote others meanwhile',
  shapes: {
    params: IdParams,
    body: Type.Object(
      {
        status_reason_id: Type.Optional(Nullable(Id)),
        notes: Type.Optional(Nullable(Notes)),
        xsf_report_ignored: Type.Optional(Type.Boolean()),
        expected_reason_id: Type.Optional(Nullable(Id)),
        expected_notes: Type.Optional(Nullable(Notes)),
      },
      { additionalProperties: false, minProperties: 1, maxProperties: 2 },
    ),
    answer: Type.Object({ status: Success }),
  },
})
