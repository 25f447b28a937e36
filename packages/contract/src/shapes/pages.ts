import { Type } from 'typebox'
import { Id, Instant, NumberOrNull, Seconds } from './common.ts'
import { AnalogConfig } from './device.ts'
import { CurrentStatus, CycleData, LatestCycle, LatestTelemetry, Nullable } from './equipment.ts'
import { Figures, forAdmins, UtilGroup } from './figures.ts'
import { settingsOnTile } from './machine-settings.ts'
import { ScheduleWeek } from './schedule.ts'
import { EquipmentRow } from './tree.ts'

const Named = Type.Object({ id: Id, name: Type.String() })

const period = {
  period: Type.Object({ startDate: Instant, endDate: Instant }),
  as_of: Instant,
}

/** Active run of a machine; null: none. */
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

/** Shift occurrence of a machine, such as the one in which it is now, also during a break; null: none. */
export const CurrentShift = Nullable(Type.Object({ shift: Type.Integer(), started_at: Instant, ended_at: Instant }))

/** A machine as its tile shows it; its figures cover the period of the page. */
const onTile = {
  id: Id,
  name: Type.String(),
  /** Address of its page. */
  route: Type.String(),
  /** False: archived. */
  active: Type.Boolean(),
  archived: Type.Boolean(),
  parent_org_unit_id: Id,
  /** Units above it, nearest first. */
  ancestors: Type.Array(Named),
  /** IANA name of its time zone, inherited from the nearest unit that has one. */
  actual_timezone: Type.String(),
  /** Utilization in percent that its unit is to reach. */
  target_pct: Type.Number(),
  /** UUID of its primary device. */
  device_uuid: Nullable(Type.String()),
  current_status: CurrentStatus,
  /** Last receipt of any message from the primary device. */
  last_ping_at: Nullable(Instant),
  latest_cycle: LatestCycle,
  latest_tlm_data: LatestTelemetry,
  /** True when its shift history schedules it now; false before its first evidence and while it is archived. */
  currently_scheduled: Type.Boolean(),
  /** Next start or end of shift history that is known, at which the field above may change. */
  schedule_changes_at: Nullable(Instant),
  current_run: CurrentRun,
  /** True while it is in an excessive stop; the next field is the start of that stop. */
  in_excessive_downtime: Type.Boolean(),
  in_excessive_downtime_since: Nullable(Instant),
  ...settingsOnTile,
  util_pct: NumberOrNull,
  /** The same as a ratio, 0 to 1. */
  current_utilization: NumberOrNull,
  util_s: Seconds,
  util_s_available: Seconds,
  total_cycle_count: Type.Integer(),
  /** Number of parts; left out for callers that are not admins. */
  total_part_count: Type.Optional(Type.Number()),
  /** Set while a job changes its shift history; `shift_mgmt_locked_by` is the id of the job. */
  shift_mgmt_locked_at: Nullable(Instant),
  shift_mgmt_locked_by: Nullable(Id),
}

export const EquipmentTile = Type.Object(onTile)

export const DeviceOfEquipment = Type.Object({
  id: Id,
  /** Name that people gave it; null: none. */
  name: Nullable(Type.String()),
  device_uuid: Type.String(),
  is_primary: Type.Boolean(),
  active: Type.Boolean(),
  analog_in_1_config: AnalogConfig,
  last_contact_at: Nullable(Instant),
  /** Set while the device's clock runs more than 5 minutes ahead. */
  clock_skewed: Type.Boolean(),
  /** Set while events wait that the device sent after its clock fell back: their first time, and their number. */
  clock_reset: Nullable(Type.Object({ since: Instant, events: Type.Integer() })),
  received: Type.Integer(),
  accepted: Type.Integer(),
  duplicates: Type.Integer(),
  quarantined: Type.Integer(),
  /** Number of quarantined events that are no longer kept: there was no room, or they were too old. */
  discarded: Type.Integer(),
  /**
   * Last message that was refused as a whole: the reason, the time, and the start of the unbroken sequence of refusals for that
   * reason. Null: none was refused.
   */
  refused: Nullable(Type.Object({ reason: Type.String(), at: Instant, since: Instant })),
})

/** Range in which the primary device was in contact with the server; `ended_at` is null while it lasts. */
export const CommDetail = Type.Object({ started_at: Instant, ended_at: Nullable(Instant) })

/**
 * A machine as its page shows it. `util_*`, `cycles_*`, `parts_*`, groups and sums cover `period`: the requested one
 * or, by default, the machine's local today up to `as_of`.
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
  /** `self`, or the name of the unit from which it is inherited. */
  schedule_source: Type.String(),
  current_shift: CurrentShift,
  /** Last shift 1 to 3 that ended in the 8 days before; null: none. */
  last_shift: CurrentShift,
  /** Cycles per hour of running time in the period; null without running time. Parts likewise, for admins. */
  cycles_per_hour: NumberOrNull,
  parts_per_hour: Type.Optional(NumberOrNull),
  util_s_actual: Seconds,
  util_s_expected: Seconds,
  figures: Figures,
  util_groups: Type.Array(UtilGroup),
  /** Cycles by the same buckets; `time` is the start of each. */
  cc_groups: Type.Array(Type.Object({ time: Instant, count: Type.Integer(), parts: forAdmins.parts })),
  comm_detail: Type.Array(CommDetail),
  /** Type of the unit it stands under: 1 = the root. */
  org_unit_type_id: Type.Integer(),
  /** True when the firmware of its primary device can switch outputs. */
  supports_device_outputs: Type.Boolean(),
  Devices: Type.Array(DeviceOfEquipment),
  /** Start of the local today; the start of `period` unless another period was requested. */
  today_started_at: Instant,
  ...period,
})

/**
 * A unit as its page shows it. All figures cover `period`: the requested one or, by default, the unit's local today up
 * to `as_of`.
 */
export const OrgUnit = Type.Object({
  id: Id,
  name: Type.String(),
  /** Address of its page. */
  route: Type.String(),
  /** 1 = the root. */
  org_unit_type_id: Type.Integer(),
  active: Type.Boolean(),
  parent_id: Nullable(Id),
  /** Time zone of its own; null when inherited. */
  timezone: Nullable(Type.String()),
  actual_timezone: Type.String(),
  /** Units above it, nearest first. */
  ancestors: Type.Array(Named),
  schedule: ScheduleWeek,
  /** `self`, or the name of the unit from which it is inherited. */
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
  /** Number of machines in it or below it whose shift now, else their last one, is another than its own; without archived ones. */
  other_shifts: Type.Integer(),
  /** The same of the last shift that is over. */
  other_last_shifts: Type.Integer(),
  /** Machines of the whole subtree. */
  equipment: Type.Array(EquipmentTile),
  /** Machines that count in the sums of the period and are not shown: they were archived, or moved away. */
  also_counted: Type.Array(Named),
  /** Utilization 0 to 1; null when nothing was scheduled. */
  current_utilization: NumberOrNull,
  util_s_actual: Seconds,
  util_s_expected: Seconds,
  util_groups: Type.Array(UtilGroup),
  figures: Figures,
  ...period,
})
