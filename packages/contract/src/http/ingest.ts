import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Success } from '../shapes/common.ts'

/**
 * Accepts a batch from a device (`contract/devices`). The server reads the body itself and checks it event by event: an invalid
 * event is quarantined, and the rest of its batch is still accepted.
 */
export const ingest = endpoint({
  method: 'POST',
  path: '/v0/ingest',
  operation: 'ingest.receive',
  policy: { least: 'device', scope: 'device', rate: 'write', unaudited: 'The events themselves are stored' },
  summary: 'A batch of events from a device; answered after the commit',
  tags: ['devices'],
  shapes: {
    answer: Type.Object({
      status: Success,
      accepted: Type.Integer(),
      duplicates: Type.Integer(),
      quarantined: Type.Integer(),
    }),
  },
})
