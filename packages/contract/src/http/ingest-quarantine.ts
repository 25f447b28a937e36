import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'

/** Schema of an event in quarantine: it is stored as text with a reason, and no status is computed from it. */
export const QuarantinedEvent = Type.Object({
  id: Id,
  device_id: Id,
  batch_id: Nullable(Type.String()),
  /** Index in its batch, from 0; null: a message that is not an envelope. */
  position: Nullable(Type.Integer()),
  reason: Type.String(),
  /** The reason as English text for people. */
  reason_text: Type.String(),
  /**
   * Text of the event as compact JSON (of a message that is not an envelope: as sent), with NUL replaced, at most 4096 bytes. A
   * longer event that can be read is kept without its unknown fields; of any other longer text the beginning is kept.
   */
  raw: Type.String(),
  /** Length of the original text in bytes. */
  original_bytes: Type.Integer(),
  /** SHA-256 of the original text, in hex; null: `raw` is the complete text. */
  sha256: Nullable(Type.String()),
  received_at: Instant,
  /** Instant of the scheduled release, automatic or set by a person; null: no release is scheduled. */
  release_at: Nullable(Instant),
  /** True if a person can release the event. */
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
  /** Number of released or discarded events; 0 if none was waiting any more. */
  events: Type.Integer(),
})

/** Schema of the reasons for quarantine for which a person can release an event. */
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
        /** Ids of the devices whose events are released; absent: all devices of the company. */
        device_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1000 })),
        /** Start (included) of the span of receipt; absent: no lower limit. */
        received_from: Type.Optional(Instant),
        /** End (excluded) of the span of receipt; absent: no upper limit. */
        received_to: Type.Optional(Instant),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({
      status: Success,
      /** Number of released events, at most 20,000 in one call; 0 if none was waiting. */
      events: Type.Integer(),
      /** True: more events of the same choice may wait, so the call must be repeated. */
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
