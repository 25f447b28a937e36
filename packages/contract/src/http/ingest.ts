import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Success } from '../shapes/common.ts'

/**
 * What a device sends (`contract/devices`). The body is read by the flow itself, which judges event by event:
 * one bad event is quarantined and never sinks its batch.
 */
export const ingest = endpoint({
  method: 'POST',
  path: '/v0/ingest',
  operation: 'ingest.receive',
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
