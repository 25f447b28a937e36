import { type Static, Type } from 'typebox'

/** Returns the MQTT topic to which a device publishes its envelopes (QoS 1; user name = uuid, password = key). */
export const eventsTopic = (deviceUuid: string): string => `millwatch/v1/devices/${deviceUuid}/events`
/**
 * Returns the MQTT topic on which a device receives its commands: its configuration (`DeviceConfig`) and the state of its outputs
 * (`OutputsCommand`). Each is sent when the device subscribes and when its content changes; the outputs only until the device
 * acknowledges them, and until then again after 10 s.
 */
export const commandsTopic = (deviceUuid: string): string => `millwatch/v1/devices/${deviceUuid}/commands`

/**
 * Size in bytes of the largest message of a device that the server accepts, over HTTP or MQTT; a larger one is refused as a
 * whole.
 */
export const MAX_MESSAGE_BYTES = 1024 * 1024

const open = { additionalProperties: true } as const
/** Schema of an instant as whole epoch ms, in the range of a JavaScript `Date`. */
const EpochMs = Type.Integer({ minimum: -8_640_000_000_000_000, maximum: 8_640_000_000_000_000 })
const At = { t: EpochMs }
/**
 * Returns the schema of a text of 1 to `maxLength` characters that the database can store: no NUL and no half of a surrogate
 * pair.
 */
const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000\\ud800-\\udfff]*$' })
/**
 * Largest reading or force, and with a minus the smallest reading. Sums of readings stay finite, also after the conversion of
 * analog values.
 */
export const MAX_READING = 1e15
/** Largest number of cycles in one event. */
const MAX_COUNT = 1_000_000
const Reading = Type.Optional(Type.Union([Type.Number({ minimum: -MAX_READING, maximum: MAX_READING }), Type.Null()]))

/**
 * Event of cycles that end at `t`. `count` n > 1: n cycles of `cycle_time` seconds each, one after another. `count` 0: no cycle,
 * the event only carries readings. `count` absent: one cycle.
 */
export const CycleEvent = Type.Object(
  {
    ...At,
    type: Type.Literal('cycle'),
    cycle_time: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 2_000_000 }), Type.Null()])),
    temperature_1: Reading,
    analog_in_1: Reading,
    count: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_COUNT })),
  },
  open,
)
export const TelemetryEvent = Type.Object(
  { ...At, type: Type.Literal('tlm'), temperature_1: Reading, analog_in_1: Reading },
  open,
)
export const InputEvent = Type.Object(
  { ...At, type: Type.Literal('input'), input: Text(32), value: Type.Union([Type.Literal(0), Type.Literal(1)]) },
  open,
)
export const StatusEvent = Type.Object(
  { ...At, type: Type.Literal('status'), status: Type.Union([Type.Literal('running'), Type.Literal('down')]) },
  open,
)
export const PowerEvent = Type.Object({ ...At, type: Type.Literal('power'), on: Type.Boolean() }, open)
export const PingEvent = Type.Object(
  {
    ...At,
    type: Type.Literal('ping'),
    ip: Type.Optional(Text(64)),
    firmware: Type.Optional(Text(64)),
    /**
     * Start (epoch ms) of the span `[since, t]` in which the device was alive, sent after an outage through which it buffered;
     * absent: no span.
     */
    since: Type.Optional(EpochMs),
  },
  open,
)
/** Event of a blow to the machine. `force` is at least 0, in a unit of the device's choice. */
export const ImpactEvent = Type.Object(
  { ...At, type: Type.Literal('impact'), force: Type.Number({ minimum: 0, maximum: MAX_READING }) },
  open,
)
/** Largest id of a command. */
const MAX_COMMAND_ID = 2_147_483_647
/** Event by which a device acknowledges the outputs command with this `id`, once it has obeyed that command. */
export const AckEvent = Type.Object(
  { ...At, type: Type.Literal('ack'), id: Type.Integer({ minimum: 1, maximum: MAX_COMMAND_ID }) },
  open,
)
export const DeviceEvent = Type.Union([
  CycleEvent,
  TelemetryEvent,
  InputEvent,
  StatusEvent,
  PowerEvent,
  PingEvent,
  ImpactEvent,
  AckEvent,
])
export type DeviceEvent = Static<typeof DeviceEvent>

/**
 * Content of one message of a device. The items of `events` have no schema, because the server checks them one by one: an invalid
 * event goes to quarantine and the others are accepted.
 */
export const Envelope = Type.Object({
  batch_id: Text(128),
  sent_at: Type.Optional(EpochMs),
  events: Type.Array(Type.Unknown(), { maxItems: 50_000 }),
})
export interface EnvelopeShape {
  batch_id: string
  sent_at?: number
  events: unknown[]
}

/** Reasons for which the server keeps an event or message in quarantine: code -> English text for people. */
export const quarantineReasons = {
  unreadable: 'The event cannot be read: a field is missing, wrong or outside its limits',
  unknown_type: 'The type of the event is not known',
  batch_id_reused: 'The batch_id was used before with other content',
  clock_not_set: 'The time is before 2000: the clock of the device is not set',
  clock_reset: 'The clock of the device fell back: an admin can release or discard the event',
  clock_ahead: 'The time is more than 5 minutes ahead: held until it has come',
  clock_far_ahead: 'The time is more than 24 hours ahead: an admin can release it',
  before_horizon: 'The time lies before what is still kept of the machine',
  not_an_envelope: 'The message is not an envelope',
} as const
export type QuarantineReason = keyof typeof quarantineReasons
