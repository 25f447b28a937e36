import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'

/** An event in quarantine: it is stored as text with the reason, and no status is computed from it. */
export const QuarantinedEvent = Type.Object({
  id: Id,
  device_id: Id,
  batch_id: Nullable(Type.String()),
  /** Place in its batch; null for a message that is not an envelope. */
  position: Nullable(Type.Integer()),
  reason: Type.String(),
  /** Reason as text. */
  reason_text: Type.String(),
  /**
   * Text as it was sent, at most 4096 bytes. A longer readable event is kept without its unknown fields; for anything
   * else, the beginning is kept.
   */
  raw: Type.String(),
  /** Length of the original text in bytes. */
  original_bytes: Type.Integer(),
  /** SHA-256 of the original text, in hex; null: `raw` is complete. */
  sha256: Nullable(Type.String()),
  received_at: Instant,
  /** Instant of its release, automatic or set by a person; null: it is not released automatically. */
  release_at: Nullable(Instant),
  /** True when a person can release it. */
  releasable: Type.Boolean(),
})

export const quarantineOfEquipment = endpoint('GET', '/v0/e/:id/quarantine', 'devices', {
  operation: 'quarantine.read',
  policy: { least: 'user', scope: 'company', rate: 'read' },
  summary: 'Events in quarantine of the devices on a machine, newest first, at most 100',
  shapes: {
    params: IdParams,
    answer: Type.Object({ status: Success, quarantine: Type.Array(QuarantinedEvent) }),
  },
})

export const releaseFromQuarantine = endpoint('POST', '/v0/quarantine/:id/release', 'devices', {
  operation: 'quarantine.release',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Release an event: it counts within a second, or once its time has come',
  shapes: { params: IdParams, answer: Type.Object({ status: Success, release_at: Instant }) },
})

const AnswerWithEvents = Type.Object({
  status: Success,
  /** Number of released events; 0 when none was waiting any more. */
  events: Type.Integer(),
})

/** Reasons for which an event waits that a person can release. */
const ReleasableReason = Type.Union([
  Type.Literal('batch_id_reused'),
  Type.Literal('clock_ahead'),
  Type.Literal('clock_far_ahead'),
  Type.Literal('clock_reset'),
])

export const releaseManyFromQuarantine = endpoint('POST', '/v0/quarantine/release', 'devices', {
  operation: 'quarantine.release_many',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary:
    'Release all events with one reason, of some devices or all, received in a span: each counts soon, or once its time has come',
  shapes: {
    body: Type.Object(
      {
        reason: ReleasableReason,
        /** Absent: all devices of the company. */
        device_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1000 })),
        /** Start of the span of receipt; absent: it has none. */
        received_from: Type.Optional(Instant),
        /** End of the span of receipt, excluded; absent: it has none. */
        received_to: Type.Optional(Instant),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({
      status: Success,
      /** Number of released events, at most 20,000 at a time; 0 when none was waiting. */
      events: Type.Integer(),
      /** True: more events like these wait; call again. */
      more: Type.Boolean(),
    }),
  },
})

export const releaseClockReset = endpoint('POST', '/v0/devices/:id/clock_reset/release', 'devices', {
  operation: 'clock_reset.release',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Release all events of a device that wait because its clock fell back: they count within seconds',
  shapes: { params: IdParams, answer: AnswerWithEvents },
})

export const discardClockReset = endpoint('POST', '/v0/devices/:id/clock_reset/discard', 'devices', {
  operation: 'clock_reset.discard',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Discard all events of a device that wait because its clock fell back: they never count',
  shapes: { params: IdParams, answer: AnswerWithEvents },
})
