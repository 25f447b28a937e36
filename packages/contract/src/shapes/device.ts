import {
  type DeviceSetting,
  type DeviceSettingName,
  type DeviceSettingValues,
  deviceSettingNames,
  deviceSettings,
} from '@millwatch/domain/devices'
import { type Static, type TObject, type TOptional, type TSchema, type TUnsafe, Type } from 'typebox'
import { Id, Instant, Seconds, TypedName } from './common.ts'
import { Nullable } from './equipment.ts'

/** Schema of the conversion of a raw analog reading into the shown value: raw x `scale` + `offset`, in `unit` (null: no unit). */
export const AnalogConfig = Type.Object(
  {
    unit: Nullable(Type.String({ maxLength: 32, pattern: '^[^\\p{Cc}]*$' })),
    scale: Type.Number({ minimum: -1e12, maximum: 1e12 }),
    offset: Type.Number({ minimum: -1e12, maximum: 1e12 }),
  },
  { additionalProperties: false },
)

/** Schema of the firmware that the device reported, with its abilities; null: it has not reported any yet. */
const Firmware = Nullable(
  Type.Object({
    version: Type.String(),
    config: Type.Object({
      supports_polling: Type.Boolean(),
      supports_flashing_filters: Type.Boolean(),
      supports_device_outputs: Type.Boolean(),
    }),
  }),
)

/**
 * Schema of the set-up of a device's inputs, in the shape of the specification; null: no set-up. A set-up that cannot be read in
 * full is stored unchanged, and used as far as it can be read.
 */
const InputSetup = Nullable(Type.Record(Type.String(), Type.Unknown()))

type Rows = typeof deviceSettings
type RequestFields = {
  [Name in DeviceSettingName as Rows[Name]['wire']]: TOptional<TUnsafe<DeviceSettingValues[Name]>>
}
type AnswerFields = { [Name in DeviceSettingName as Rows[Name]['answer']]: TUnsafe<DeviceSettingValues[Name]> }

/** Returns the schema of a setting of a device in a request. */
function requestSchema(setting: DeviceSetting): TSchema {
  if (setting.kind === 'choice')
    return Type.Union(Object.keys(setting.choices).map((choice) => Type.Literal(Number(choice))))
  if (setting.kind === 'text') return Nullable(TypedName)
  if (setting.kind === 'seconds') return Nullable(Type.Integer({ minimum: setting.minimum, maximum: setting.maximum }))
  return setting.kind === 'setup' ? InputSetup : AnalogConfig
}

/**
 * Returns the schema of a setting of a device in an answer, which has no limits of its own except for a set-up and an analog
 * conversion.
 */
function answerSchema(setting: DeviceSetting): TSchema {
  if (setting.kind === 'choice') return Type.Integer()
  if (setting.kind === 'text') return Nullable(Type.String())
  return setting.kind === 'seconds' ? Nullable(Type.Integer()) : requestSchema(setting)
}

/** Schemas of the fields of a request that sets or changes settings of a device, by field name; all are optional. */
export const settingsInRequest = Object.fromEntries(
  deviceSettingNames.map((name) => [deviceSettings[name].wire, Type.Optional(requestSchema(deviceSettings[name]))]),
) as RequestFields

const settingsInAnswer = Object.fromEntries(
  deviceSettingNames.map((name) => [deviceSettings[name].answer, answerSchema(deviceSettings[name])]),
) as AnswerFields

export type SettingsOfDevice = Static<TObject<AnswerFields>>

export const Device = Type.Object({
  id: Id,
  device_uuid: Type.String(),
  equipment_id: Nullable(Id),
  Equipment: Nullable(Type.Object({ name: Type.String() })),
  is_primary: Type.Boolean(),
  active: Type.Boolean(),
  ...settingsInAnswer,
  /**
   * Name of the known template of the input set-up, else its kind: `sustained`, `flashing`, `pulsed` or `non-standard`; null: the
   * device has no set-up.
   */
  input_setup_kind: Nullable(Type.String()),
  latest_ip: Nullable(Type.String()),
  CurrentFirmware: Firmware,
  /**
   * Clock of the device less clock of the server (s), by the last message that was sent without delay; null: not measured. It is
   * only shown.
   */
  clock_skew_s: Nullable(Seconds),
  clock_skew_measured_at: Nullable(Instant),
  last_contact_at: Nullable(Instant),
  /** True if the last contact was at most 300 s ago. */
  in_contact: Type.Boolean(),
  created_at: Instant,
  /** Number of received events; it equals `accepted` + `duplicates` + `quarantined`. */
  received: Type.Integer(),
  accepted: Type.Integer(),
  duplicates: Type.Integer(),
  quarantined: Type.Integer(),
  /** Number of events that quarantine does not contain any more, or never did, because there was no room or they were too old. */
  discarded: Type.Integer(),
})

/**
 * Schema of the configuration that a device gets as a command or reads over HTTP. A null field is not set or not supported, and
 * changes nothing on the device.
 */
export const DeviceConfig = Type.Object({
  type: Type.Literal('config'),
  /** Interval of polling in seconds; null: not set, or the firmware does not support polling. */
  poll_interval_s: Nullable(Type.Integer()),
  /** Set-up of the inputs; null: not set, or the device is not of type 2. */
  input_setup: InputSetup,
})

const Level = Type.Union([Type.Literal(0), Type.Literal(1)])

/**
 * Schema of a command about the outputs of a device, each on (1) or off (0). The device acknowledges the command by an event
 * `ack` with the same `id`. Each new command for a device has a higher id.
 */
export const OutputsCommand = Type.Object({
  type: Type.Literal('outputs'),
  '24v': Level,
  '120v': Level,
  id: Type.Integer(),
})
