import { Type } from 'typebox'
import { Id, Instant, Seconds } from './common.ts'
import { Nullable } from './equipment.ts'

/** How a raw analog reading is shown: raw x scale + offset, in `unit`. */
export const AnalogConfig = Type.Object(
  {
    unit: Nullable(Type.String({ maxLength: 32, pattern: '^[^\\p{Cc}]*$' })),
    scale: Type.Number({ minimum: -1e12, maximum: 1e12 }),
    offset: Type.Number({ minimum: -1e12, maximum: 1e12 }),
  },
  { additionalProperties: false },
)

/** What the device said it runs, and what that can do; null before it said so. */
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

/** An input set-up as the specification shapes it; what cannot be read is kept, and told as far as it can be. */
export const InputSetup = Nullable(Type.Record(Type.String(), Type.Unknown()))

export const Device = Type.Object({
  id: Id,
  device_uuid: Type.String(),
  equipment_id: Nullable(Id),
  Equipment: Nullable(Type.Object({ name: Type.String() })),
  is_primary: Type.Boolean(),
  active: Type.Boolean(),
  /** 1 tells its own status or cycles; 2 is told by its input set-up. */
  device_type_id: Type.Integer(),
  input_setup: InputSetup,
  /** A template's name, `edison` or `non-standard`; null without a set-up. */
  input_setup_kind: Nullable(Type.String()),
  analog_in_1_config: AnalogConfig,
  /** Null: as the device decides. */
  poll_interval_s: Nullable(Type.Integer()),
  latest_ip: Nullable(Type.String()),
  CurrentFirmware: Firmware,
  /** Its clock less the server's, when it last said when it was sending; shown, and used for nothing. */
  clock_skew_s: Nullable(Seconds),
  clock_skew_measured_at: Nullable(Instant),
  last_contact_at: Nullable(Instant),
  /** Whether its last contact is at most 300 s ago. */
  in_contact: Type.Boolean(),
  created_at: Instant,
  /** Its account: received = accepted + duplicates + quarantined. */
  received: Type.Integer(),
  accepted: Type.Integer(),
  duplicates: Type.Integer(),
  quarantined: Type.Integer(),
  /** Of those quarantined, how many are not kept any more: there was no room, or they were too old. */
  discarded: Type.Integer(),
})

/** What goes to a device as a command, and what it may ask for over HTTP. Null: nothing is asked of it there. */
export const DeviceConfig = Type.Object({
  type: Type.Literal('config'),
  /** Only where its firmware supports polling. */
  poll_interval_s: Nullable(Type.Integer()),
  /** Only for a device of type 2. */
  input_setup: InputSetup,
})
