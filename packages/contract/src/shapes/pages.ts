import { Type } from 'typebox'
import { Id, Instant, NumberOrNull, Seconds } from './common.ts'
import { AnalogConfig } from './device.ts'
import { CurrentStatus, CycleData, LatestCycle, LatestTelemetry, Nullable } from './equipment.ts'
import { Figures, forAdmins, UtilGroup } from './figures.ts'
import { ScheduleWeek } from './schedule.ts'
import { EquipmentRow } from './tree.ts'

const Named = Type.Object({ id: Id, name: Type.String() })

const period = {
  period: Type.Object({ startDate: Instant, endDate: Instant }),
  as_of: Instant,
}

/** The run that goes on; null: none does. */
export const CurrentRun = Nullable(
  Type.Object({
    id: Id,
    tags: Type.Array(Named),
    cycles_total: Nullable(Type.Integer()),
    cycles_current: Type.Integer(),
    parts_per_cycle: NumberOrNull,
    allow_overrun: Type.Boolean(),
    notify_roster_ids: Type.Array(Id),
    scrap_qty: Type.Integer(),
    started_at: Instant,
  }),
)

/** The occurrence of a shift that goes on now, breaks included; null: none does. */
export const CurrentShift = Nullable(Type.Object({ shift: Type.Integer(), started_at: Instant, ended_at: Instant }))

/** A machine as its tile shows it; figures are those of the period of the page it stands on. */
const onTile = {
  id: Id,
  name: Type.String(),
  /** Address of its page. */
  route: Type.String(),
  /** False: archived. */
  active: Type.Boolean(),
  archived: Type.Boolean(),
  parent_org_unit_id: Id,
  /** Nearest first. */
  ancestors: Type.Array(Named),
  /** IANA name, inherited from the nearest unit that has one. */
  actual_timezone: Type.String(),
  /** Of its primary device. */
  device_uuid: Nullable(Type.String()),
  current_status: CurrentStatus,
  /** Latest receipt of anything from the primary device. */
  last_ping_at: Nullable(Instant),
  latest_cycle: LatestCycle,
  latest_tlm_data: LatestTelemetry,
  /** Whether its shift history schedules it now; not before its first evidence, nor while it is archived. */
  currently_scheduled: Type.Boolean(),
  current_run: CurrentRun,
  /** Whether it stands in an excessive stop, and since when. */
  in_excessive_downtime: Type.Boolean(),
  in_excessive_downtime_since: Nullable(Instant),
  excessive_downtime_enabled: Type.Boolean(),
  excessive_downtime_threshold: Seconds,
  util_excluded: Type.Boolean(),
  util_pct: NumberOrNull,
  /** The same, 0 to 1. */
  current_utilization: NumberOrNull,
  util_s: Seconds,
  util_s_available: Seconds,
  total_cycle_count: Type.Integer(),
  /** For admins; left out for everyone else. */
  total_part_count: Type.Optional(Type.Number()),
  /** Set while a job changes its shift history; by the id of the job. */
  shift_mgmt_locked_at: Nullable(Instant),
  shift_mgmt_locked_by: Nullable(Id),
}

export const EquipmentTile = Type.Object(onTile)

export const DeviceOfEquipment = Type.Object({
  id: Id,
  device_uuid: Type.String(),
  is_primary: Type.Boolean(),
  active: Type.Boolean(),
  analog_in_1_config: AnalogConfig,
  last_contact_at: Nullable(Instant),
  /** Set while the device's clock runs more than 5 minutes ahead. */
  clock_skewed: Type.Boolean(),
  /** Set while events wait that the device sent after its clock fell back: since when, and how many. */
  clock_reset: Nullable(Type.Object({ since: Instant, events: Type.Integer() })),
  received: Type.Integer(),
  accepted: Type.Integer(),
  duplicates: Type.Integer(),
  quarantined: Type.Integer(),
  /** Of those quarantined, how many are not kept any more: there was no room, or they were too old. */
  discarded: Type.Integer(),
  /**
   * Why its last refused message was refused as a whole, when, and since when messages were refused for that reason one after
   * the other; null: none ever was.
   */
  refused: Nullable(Type.Object({ reason: Type.String(), at: Instant, since: Instant })),
})

/** A stretch of contact of the primary device; `ended_at` null while it lasts. */
export const CommDetail = Type.Object({ started_at: Instant, ended_at: Nullable(Instant) })

/**
 * A machine as its page shows it. `util_*`, `cycles_*`, `parts_*`, groups and sums are those of `period`: of its local today
 * (its time zone), up to `as_of`, unless another was asked for.
 */
export const Equipment = Type.Object({
  ...EquipmentRow.properties,
  ...onTile,
  latest_cycle: Nullable(
    Type.Object({
      occurred_at: Instant,
      is_startup: Type.Boolean(),
      data: Type.Object({ ...CycleData.properties, analog_in_1_transformed: NumberOrNull }),
    }),
  ),
  latest_tlm_data: Nullable(
    Type.Object({
      occurred_at: Instant,
      temperature_1: NumberOrNull,
      analog_in_1: NumberOrNull,
      analog_in_1_transformed: NumberOrNull,
    }),
  ),
  schedule: ScheduleWeek,
  /** `self`, or the name of the unit it is inherited from. */
  schedule_source: Type.String(),
  current_shift: CurrentShift,
  /** Cycles per hour of running time in the period; null without running time. Parts likewise, for admins. */
  cycles_per_hour: NumberOrNull,
  parts_per_hour: Type.Optional(NumberOrNull),
  util_s_actual: Seconds,
  util_s_expected: Seconds,
  figures: Figures,
  util_groups: Type.Array(UtilGroup),
  /** Cycles by the same buckets; `time` is where each begins. */
  cc_groups: Type.Array(Type.Object({ time: Instant, count: Type.Integer(), parts: forAdmins.parts })),
  comm_detail: Type.Array(CommDetail),
  /** Whether the firmware of its primary device can switch outputs. */
  supports_device_outputs: Type.Boolean(),
  Devices: Type.Array(DeviceOfEquipment),
  /** Where today began; the beginning of `period` unless another was asked for. */
  today_started_at: Instant,
  ...period,
})

/** A unit as its page shows it; all figures over `period`: its local today unless another was asked for. */
export const OrgUnit = Type.Object({
  id: Id,
  name: Type.String(),
  /** Address of its page. */
  route: Type.String(),
  /** 1 = the root. */
  org_unit_type_id: Type.Integer(),
  active: Type.Boolean(),
  parent_id: Nullable(Id),
  /** Its own; null when inherited. */
  timezone: Nullable(Type.String()),
  actual_timezone: Type.String(),
  /** Nearest first. */
  ancestors: Type.Array(Named),
  schedule: ScheduleWeek,
  /** `self`, or the name of the unit it is inherited from. */
  schedule_source: Type.String(),
  children: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      active: Type.Boolean(),
      util_pct: NumberOrNull,
      run_secs: Seconds,
      scheduled_secs: Seconds,
    }),
  ),
  /** The machines of the whole subtree. */
  equipment: Type.Array(EquipmentTile),
  /** 0 to 1; null when nothing was scheduled. */
  current_utilization: NumberOrNull,
  util_s_actual: Seconds,
  util_s_expected: Seconds,
  util_groups: Type.Array(UtilGroup),
  figures: Figures,
  ...period,
})
