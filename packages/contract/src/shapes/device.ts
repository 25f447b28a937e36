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

/** Conversion of a raw analog reading into the shown value: raw x scale + offset, in `unit`. */
export const AnalogConfig = Type.Object(
  {
    unit: Nullable(Type.String({ maxLength: 32, pattern: '^[^\\p{Cc}]*$' })),
    scale: Type.Number({ minimum: -1e12, maximum: 1e12 }),
    offset: Type.Number({ minimum: -1e12, maximum: 1e12 }),
  },
  { additionalProperties: false },
)

/** Firmware that the device reported, and its abilities; null before the first report. */
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
 * Set-up of a device's inputs in the shape of the specification; null: none. One that cannot be read in full is stored
 * as it is, and used as far as it can be read.
 */
const InputSetup = Nullable(Type.Record(Type.String(), Type.Unknown()))

type Rows = typeof deviceSettings
type RequestFields = {
  [Name in DeviceSettingName as Rows[Name]['wire']]: TOptional<TUnsafe<DeviceSettingValues[Name]>>
}
type AnswerFields = { [Name in DeviceSettingName as Rows[Name]['answer']]: TUnsafe<DeviceSettingValues[Name]> }

/** Returns the schema of a setting in a request. */
function requestSchema(setting: DeviceSetting): TSchema {
  if (setting.kind === 'choice')
    return Type.Union(Object.keys(setting.choices).map((choice) => Type.Literal(Number(choice))))
  if (setting.kind === 'text') return Nullable(TypedName)
  if (setting.kind === 'seconds') return Nullable(Type.Integer({ minimum: setting.minimum, maximum: setting.maximum }))
  return setting.kind === 'setup' ? InputSetup : AnalogConfig
}

/** Returns the schema of a setting in an answer. */
function answerSchema(setting: DeviceSetting): TSchema {
  if (setting.kind === 'choice') return Type.Integer()
  if (setting.kind === 'text') return Nullable(Type.String())
  return setting.kind === 'seconds' ? Nullable(Type.Integer()) : requestSchema(setting)
}

/** Schemas, all optional, of the fields of a request that sets or changes settings of a device. */
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
  /** A template's name, `edison` or `non-standard`; null without a set-up. */
  input_setup_kind: Nullable(Type.String()),
  latest_ip: Nullable(Type.String()),
  CurrentFirmware: Firmware,
  /** Device clock less server clock, by its last message that was sent at once. It is shown, and used for nothing. */
  clock_skew_s: Nullable(Seconds),
  clock_skew_measured_at: Nullable(Instant),
  last_contact_at: Nullable(Instant),
  /** True when its last contact is at most 300 s ago. */
  in_contact: Type.Boolean(),
  created_at: Instant,
  /** Number of received events = accepted + duplicates + quarantined, the next three fields. */
  received: Type.Integer(),
  accepted: Type.Integer(),
  duplicates: Type.Integer(),
  quarantined: Type.Integer(),
  /** Number of quarantined events that are no longer kept: there was no room, or they were too old. */
  discarded: Type.Integer(),
})

/**
 * Configuration that a device gets as a command or reads over HTTP. A null field is not set or not supported, and
 * changes nothing.
 */
export const DeviceConfig = Type.Object({
  type: Type.Literal('config'),
  /** Present only when the firmware supports polling. */
  poll_interval_s: Nullable(Type.Integer()),
  /** Present only for a device of type 2. */
  input_setup: InputSetup,
})

const Level = Type.Union([Type.Literal(0), Type.Literal(1)])

/**
 * Command about the outputs of a device: which are on (1) and off (0). The device obeys, and acknowledges it by an event
 * `ack` with the same `id`. Each new command has a higher id.
 */
export const OutputsCommand = Type.Object({
  type: Type.Literal('outputs'),
  '24v': Level,
  '120v': Level,
  id: Type.Integer(),
})
