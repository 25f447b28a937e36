import { Type } from 'typebox'
import { Id, Instant, meaning } from './common.ts'
import { Nullable } from './equipment.ts'
import { PartAction, PartQty } from './part.ts'

/**
 * Schema of the number of an alarm type. The types are 1 to 10; the schema accepts up to 1,000, and the server refuses the
 * others.
 */
export const AlarmTypeId = Type.Integer({ minimum: 1, maximum: 1000 })

/** Schema of the value of an argument of an alarm; null: the field was left empty. */
const ArgumentValue = Type.Unsafe<string | number | boolean | null>({ type: ['string', 'number', 'boolean', 'null'] })

/**
 * Schema of the arguments of an alarm, by the names in `args_template` of its type. The server checks kinds and limits by that
 * template.
 */
export const AlarmArgs = meaning(
  'By the names in `args_template` of the type, which also gives kinds and limits.',
  Type.Unsafe<Record<string, string | number | boolean | null>>(
    Type.Object({}, { additionalProperties: ArgumentValue, maxProperties: 50 }),
  ),
)

const outputs = { '24v': Type.Optional(Type.Boolean()), '120v': Type.Optional(Type.Boolean()) }

/** Schema of the outputs that are on while the alarm is tripped; an absent or false output is not used. */
export const OutputConfig = Type.Object(outputs, { additionalProperties: false })

/** Schema of a part to which maintenance is done: `id` is that of the part. `skip` true: the part is left out this time. */
export const AlarmPart = Type.Object(
  {
    id: Id,
    action: PartAction,
    qty: PartQty,
    skip: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

/** Schema of one argument of an alarm type, with label, kind and limits of its field in the form of an alarm. */
export const ArgumentTemplate = Type.Object({
  label: Type.String(),
  type: meaning(
    'Field; `other` is a text of one line.',
    Type.Enum(['textarea', 'number', 'checkbox', 'select', 'other']),
  ),
  options: Type.Optional(Type.Array(Type.Object({ value: Type.String(), label: Type.String() }))),
  default: meaning('Value of a new alarm; null: none, so a person must fill it.', ArgumentValue),
  placeholder: Type.String(),
  description: Type.String(),
  order: meaning('Place among the fields, ascending.', Type.Integer()),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  step: Type.Optional(Type.Number()),
  unit: Type.Optional(Type.String()),
  max_length: meaning('Characters of a text at most.', Type.Optional(Type.Integer())),
})

export const AlarmType = Type.Object({
  id: AlarmTypeId,
  name: Type.String(),
  description: Type.String(),
  args_template: Type.Record(Type.String(), ArgumentTemplate),
  pm_enabled: meaning('True: preventative maintenance, which admins manage.', Type.Boolean()),
  trippable: meaning('False: it trips and clears at one instant, so it never stays tripped.', Type.Boolean()),
  config: Type.Object({
    device_outputs: Type.Object({ trippable: meaning('Whether it may switch outputs of a device.', Type.Boolean()) }),
    reassert_enabled: meaning('Whether its notice may be repeated while it is tripped.', Type.Boolean()),
  }),
})

const PersonName = Type.Object({
  id: Id,
  first_name: Type.String(),
  last_name: Type.String(),
  /** Email address; left out for callers that are not admins. */
  email: Type.Optional(Type.String()),
})

/** Schema of the subscription of a person to an alarm, with the channels by which that person is notified. */
export const UserAlarm = Type.Object({
  id: Id,
  user_id: Id,
  alarm_id: Id,
  send_sms: Type.Boolean(),
  send_email: Type.Boolean(),
  User: PersonName,
})

/**
 * Schema of the subscription of a group to an alarm: each member is notified by the channels chosen for that member in the group.
 */
export const RosterAlarm = Type.Object({ id: Id, Roster: Type.Object({ id: Id, name: Type.String() }) })

/** Schema of the figure that tripped an alarm; null: maintenance was completed early, or the figure is not stored. */
export const TripValue = Nullable(
  Type.Object({
    amount: meaning(
      'By type: 1 and 5 cycles; 2 scheduled downtime, 4 time without contact, 6 running time and 7 elapsed time in ms; 3 force; 8 the value; 9 and 10 utilization in percent.',
      Type.Number(),
    ),
    since: meaning('Instant from which the amount counts.', Instant),
  }),
)

/** Schema of one trip of an alarm, or of one maintenance that was completed before it was due. */
export const AlarmHistory = Type.Object({
  id: Id,
  alarm_id: Id,
  created_at: meaning('Instant of the trip; of maintenance completed early that of the completion.', Instant),
  cleared_at: meaning('Null while it is tripped.', Nullable(Instant)),
  kind: meaning(
    '`announced`: it was tripped when it became known. `late`: it was over by then, and nobody was notified. `withdrawn`: late data show that there was no trip. `early`: maintenance completed before it was due.',
    Type.Enum(['announced', 'late', 'withdrawn', 'early']),
  ),
  known_at: meaning('Instant at which the server found it.', Instant),
  value: TripValue,
  args: AlarmArgs,
  args_latest: Nullable(AlarmArgs),
  device_output_config: OutputConfig,
  output_state: meaning(
    'What became of its outputs: `asked`, `done`, `not_reached`; null: it has none.',
    Nullable(Type.String()),
  ),
  acknowledged_at: Nullable(Instant),
  acknowledged_notes: Nullable(Type.String()),
  AcknowledgedByUser: Nullable(Type.Object({ id: Id, first_name: Type.String(), last_name: Type.String() })),
  CriticalPartHistory: Type.Array(
    Type.Object({
      id: Id,
      critical_part_id: Id,
      action_base: PartAction,
      qty: Type.Integer(),
      CriticalPart: Type.Object({ number: Type.String() }),
    }),
  ),
})

/**
 * Schema of an alarm of a machine, with its subscriptions (empty for kiosk displays) and the latest rows of its history, newest
 * first.
 */
export const Alarm = Type.Object({
  id: Id,
  owner_user_id: meaning('Its maker; null: the maker has left, and superusers manage it.', Nullable(Id)),
  equipment_id: Id,
  alarm_type_id: AlarmTypeId,
  args: AlarmArgs,
  args_latest: meaning('How far maintenance is: cycles, hours or time so far.', Nullable(AlarmArgs)),
  counts_from: meaning(
    'Instant from which maintenance counts: its last completion, or its creation. Null: no maintenance.',
    Nullable(Instant),
  ),
  settings: meaning(
    'The arguments as a sentence: fewer than 20 cycles in the last hour. Temperatures are in the unit of the company.',
    Type.String(),
  ),
  device_output_config: OutputConfig,
  tripped: Type.Boolean(),
  tripped_at: meaning('Instant of the trip that lasts; null: it is not tripped.', Nullable(Instant)),
  last_tripped_at: meaning('Latest trip, over or not; null: it never tripped.', Nullable(Instant)),
  created_at: Instant,
  updated_at: Instant,
  config: Type.Object({
    notify_on_clear: Type.Boolean(),
    reassert_m: meaning('Minutes from one notice of a trip to its next; null: one notice.', Nullable(Type.Integer())),
    critical_parts: Type.Array(AlarmPart),
  }),
  Equipment: Type.Object({
    id: Id,
    name: Type.String(),
    active: meaning('False: archived, and its alarms sleep.', Type.Boolean()),
    supports_device_outputs: meaning('Whether the firmware of its primary device can switch outputs.', Type.Boolean()),
  }),
  AlarmType: Type.Object({
    id: AlarmTypeId,
    name: Type.String(),
    pm_enabled: Type.Boolean(),
    trippable: Type.Boolean(),
  }),
  AlarmHistory: meaning('Newest first.', Type.Array(AlarmHistory)),
  UserAlarms: Type.Array(UserAlarm),
  RosterAlarms: Type.Array(RosterAlarm),
})

/** Schema of the minutes between two notices of one trip, 1 to 527,040 (366 days); null or absent: the notice is not repeated. */
export const ReassertM = Nullable(Type.Integer({ minimum: 1, maximum: 527_040 }))
