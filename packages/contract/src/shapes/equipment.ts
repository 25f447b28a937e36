import { Type } from 'typebox'
import { Id, Instant, Seconds, StatusId } from './common.ts'

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])

/** The status that holds now: `status` is its id; null while nothing was ever heard of the machine. */
export const CurrentStatus = Nullable(Type.Object({ status: StatusId, started_at: Instant }))

export const LatestCycle = Nullable(
  Type.Object({
    occurred_at: Instant,
    cycle_time: Nullable(Seconds),
    temperature_1: Nullable(Type.Number()),
    analog_in_1: Nullable(Type.Number()),
  }),
)

export const LatestTelemetry = Nullable(
  Type.Object({ occurred_at: Instant, temperature_1: Nullable(Type.Number()), analog_in_1: Nullable(Type.Number()) }),
)

export const DeviceOfEquipment = Type.Object({
  id: Id,
  device_uuid: Type.String(),
  is_primary: Type.Boolean(),
  active: Type.Boolean(),
  last_contact_at: Nullable(Instant),
  /** Set while the device's clock runs more than 5 minutes ahead. */
  clock_skewed: Type.Boolean(),
  received: Type.Integer(),
  accepted: Type.Integer(),
  duplicates: Type.Integer(),
  quarantined: Type.Integer(),
  /** Why its last refused message was refused as a whole, and when; null: none ever was. */
  refused: Nullable(Type.Object({ reason: Type.String(), at: Instant })),
})

/**
 * A machine as its page and its tile show it. `util_*` and `cycles_*` are those of the machine's local today
 * (its time zone), up to `as_of`.
 */
export const Equipment = Type.Object({
  id: Id,
  name: Type.String(),
  /** Address of its page. */
  route: Type.String(),
  active: Type.Boolean(),
  archived: Type.Boolean(),
  parent_org_unit_id: Id,
  /** Nearest first. */
  ancestors: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  /** IANA name, inherited from the nearest unit that has one. */
  actual_timezone: Type.String(),
  device_uuid: Nullable(Type.String()),
  current_status: CurrentStatus,
  /** Latest receipt of anything from the primary device. */
  last_ping_at: Nullable(Instant),
  latest_cycle: LatestCycle,
  latest_tlm_data: LatestTelemetry,
  /** Whether it is scheduled now; by default at any time from its first evidence on. */
  currently_scheduled: Type.Boolean(),
  util_pct: Nullable(Type.Number()),
  /** The same, 0 to 1. */
  current_utilization: Nullable(Type.Number()),
  util_s: Seconds,
  util_s_available: Seconds,
  total_cycle_count: Type.Integer(),
  /** For admins; left out for everyone else. */
  total_part_count: Type.Optional(Type.Number()),
  /** Cycles per hour of running time today; null without running time. */
  cycles_per_hour: Nullable(Type.Number()),
  today_started_at: Instant,
  as_of: Instant,
  maximum_allowed_cycle_time: Nullable(Seconds),
  excessive_downtime_threshold: Seconds,
  util_excluded: Type.Boolean(),
  util_capped_by_schedule: Type.Boolean(),
  Devices: Type.Array(DeviceOfEquipment),
})

export { Nullable }
