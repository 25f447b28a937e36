import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, meaning, NumberOrNull, Success } from '../shapes/common.ts'
import { Device, DeviceConfig, OutputsCommand } from '../shapes/device.ts'
import { Nullable } from '../shapes/equipment.ts'

const TextOrNull = Nullable(Type.String())
/**
 * Schema of an instant by the clock of a device: ISO 8601 text or null. A clock that is not set can give a year of six digits.
 */
const AnyInstant = TextOrNull

/**
 * Schema of the last known level of an input of a device: 1 high or 0 low. `since` is the instant of the latest event of that
 * input; the level may be older.
 */
const InputLevel = Type.Object({
  input: Type.String(),
  value: Type.Union([Type.Literal(0), Type.Literal(1)]),
  since: Instant,
})

/**
 * Schema of an event that a device sent, accepted or in quarantine. Fields that the type of the event does not contain are null.
 */
const EventOfDevice = Type.Object({
  occurred_at: meaning('Time of the event by the clock of the device; null: it cannot be read.', AnyInstant),
  received_at: Instant,
  type: meaning('Type of the event; null: it is in quarantine.', TextOrNull),
  equipment_id: meaning('Machine of the event; null: none, or it is in quarantine.', Nullable(Id)),
  cycle_time: NumberOrNull,
  number: meaning(
    'Count of cycles, 1 running or 0 down, 1 on or 0 off, level of the input, or id of the command.',
    NumberOrNull,
  ),
  temperature_1: NumberOrNull,
  analog_in_1: meaning('Reading as it was sent, or the force of an impact.', NumberOrNull),
  input: TextOrNull,
  since: AnyInstant,
  reason_text: meaning('Reason why it is in quarantine; null: it was accepted.', TextOrNull),
  raw: meaning('Text of an event in quarantine, at most 4096 bytes.', TextOrNull),
})

/** Schema of the latest command about the outputs of a device, and of the state of that command. */
const OutputsOfDevice = Type.Object({
  command: OutputsCommand,
  commanded_at: Instant,
  acknowledged_id: meaning('Latest command that the device acknowledged; null: none.', Nullable(Type.Integer())),
  state: meaning(
    '`done`: acknowledged; `asked`: not yet, for less than a minute; `not_reached`: not for longer; `not_supported`: its firmware cannot switch outputs, so it is not sent.',
    Type.Union([
      Type.Literal('done'),
      Type.Literal('asked'),
      Type.Literal('not_reached'),
      Type.Literal('not_supported'),
    ]),
  ),
})

/**
 * Schema of the configuration of a device: as it must be now (`wanted`), as it was sent last, and as the device confirmed it
 * last. Null: never sent or never confirmed.
 */
const ConfigOfDevice = Type.Object({
  wanted: DeviceConfig,
  sent: Nullable(DeviceConfig),
  sent_at: Nullable(Instant),
  confirmed: Nullable(DeviceConfig),
  confirmed_at: Nullable(Instant),
})

export const readDevicePage = endpoint('GET', '/v0/devices/:uuid/page', 'devices', {
  operation: 'device.page.read',
  policy: { least: 'superuser', scope: 'company', rate: 'read' },
  summary: 'All about a device: levels of its inputs, its last 100 events, configuration and outputs',
  shapes: {
    params: Type.Object({ uuid: Type.String({ maxLength: 80 }) }, { additionalProperties: false }),
    answer: Type.Object({
      status: Success,
      device: Device,
      clock_skewed: meaning('True when its clock is more than 5 minutes ahead.', Type.Boolean()),
      clock_reset: Nullable(Type.Object({ since: Instant, events: Type.Integer() })),
      refused: meaning(
        'Reason why its last message was refused whole, with the first and the last time; null: none was.',
        Nullable(Type.Object({ reason: Type.String(), since: Instant, at: Instant })),
      ),
      machine_active: meaning('False: its machine is archived; null: it is on none.', Nullable(Type.Boolean())),
      timezone: meaning('Time zone of its machine, else of the company.', Type.String()),
      inputs: Type.Array(InputLevel),
      events: meaning('Latest received first.', Type.Array(EventOfDevice)),
      config: ConfigOfDevice,
      outputs: Nullable(OutputsOfDevice),
      as_of: Instant,
    }),
  },
})
