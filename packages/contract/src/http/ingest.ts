import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Success } from '../shapes/common.ts'

/**
 * Stores a batch of events from a device, and returns how many were accepted, were duplicates, or went to quarantine
 * (`contract/devices`). An invalid event goes to quarantine and the rest of its batch is accepted. The answer is sent after the
 * commit.
 */
export const ingest = endpoint('POST', '/v0/ingest', 'devices', {
  operation: 'ingest.receive',
  policy: { least: 'device', scope: 'device', rate: 'write', unaudited: 'The events themselves are stored' },
  summary: 'A batch of events from a device; answered after the commit',
  shapes: {
    answer: Type.Object({
      status: Success,
      accepted: Type.Integer(),
      duplicates: Type.Integer(),
      quarantined: Type.Integer(),
    }),
  },
})
