import { Type } from 'typebox'
import { Id, Instant, manyRows, NumberOrNull, Seconds } from './common.ts'
import { AnalogConfig } from './device.ts'
import { CurrentStatus, CycleData, LatestCycle, LatestTelemetry, Nullable } from './equipment.ts'
import { adminFigures, Figures, UtilGroup } from './figures.ts'
import { settingsOnTile } from './machine-settings.ts'
import { ScheduleWeek } from './schedule.ts'
import { EquipmentRow } from './tree.ts'

const Named = Type.Object({ id: Id, name: Type.String() })

const period = {
  period: Type.Object({ startDate: Instant, endDate: Instant }),
  as_of: Instant,
}

/** Schema of the active run of a machine; null: no run is active. */
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

/**
 * Schema of an occurrence in the shift history of a machine: `shift` 1 to 3, or 0 for scheduled time without a shift; null: none.
 * The current occurrence is returned during its breaks too.
 */
export const CurrentShift = Nullable(Type.Object({ shift: Type.Integer(), started_at: Instant, ended_at: Instant }))

/** Fields of a machine for its tile; the figures cover the period of the page. */
const onTile = {
  id: Id,
  name: Type.String(),
  /** Path of the page of the machine. */
  route: Type.String(),
  /** False: archived. */
  active: Type.Boolean(),
  archived: Type.Boolean(),
  parent_org_unit_id: Id,
  /** Units above the machine, nearest first. */
  ancestors: Type.Array(Named),
  /** IANA name of its time zone, inherited from the nearest unit that has one. */
  actual_timezone: Type.String(),
  /** Utilization in percent that the unit of the machine is to reach. */
  target_pct: Type.Number(),
  /** UUID of the primary device; null: the machine has none. */
  device_uuid: Nullable(Type.String()),
  current_status: CurrentStatus,
  /** Instant of the last receipt of any message from the primary device; null: none yet. */
  last_ping_at: Nullable(Instant),
  latest_cycle: LatestCycle,
  latest_tlm_data: LatestTelemetry,
  /** True if the shift history of the machine schedules it now; false before its first event and while it is archived. */
  currently_scheduled: Type.Boolean(),
  /** Next known start or end in shift history, at which `currently_scheduled` may change; null: none is known. */
  schedule_changes_at: Nullable(Instant),
  current_run: CurrentRun,
  /** True while the machine is in an excessive stop; `in_excessive_downtime_since` is then the start of that stop, else null. */
  in_excessive_downtime: Type.Boolean(),
  in_excessive_downtime_since: Nullable(Instant),
  ...settingsOnTile,
  util_pct: NumberOrNull,
  /** Utilization as a ratio, above 1 if running outside shifts makes it so; null: nothing was scheduled. */
  current_utilization: NumberOrNull,
  util_s: Seconds,
  util_s_available: Seconds,
  total_cycle_count: Type.Integer(),
  /** Number of parts; absent for callers who are not admins. */
  total_part_count: Type.Optional(Type.Number()),
  /** Instant at which a job locked the shift history of the machine, and the id of that job; both null: not locked. */
  shift_mgmt_locked_at: Nullable(Instant),
  shift_mgmt_locked_by: Nullable(Id),
}

export const EquipmentTile = Type.Object(onTile)

export const DeviceOfEquipment = Type.Object({
  id: Id,
  /** Name that people gave the device; null: none. */
  name: Nullable(Type.String()),
  device_uuid: Type.String(),
  is_primary: Type.Boolean(),
  active: Type.Boolean(),
  analog_in_1_config: AnalogConfig,
  last_contact_at: Nullable(Instant),
  /** True while the clock of the device runs more than 5 minutes ahead. */
  clock_skewed: Type.Boolean(),
  /**
   * First time and number of the events in quarantine that the device sent after its clock fell back; null: no such event waits.
   */
  clock_reset: Nullable(Type.Object({ since: Instant, events: Type.Integer() })),
  received: Type.Integer(),
  accepted: Type.Integer(),
  duplicates: Type.Integer(),
  quarantined: Type.Integer(),
  /** Number of events that quarantine does not contain any more, or never did, because there was no room or they were too old. */
  discarded: Type.Integer(),
  /**
   * Last message that was refused as a whole: the reason, the time, and the start of the unbroken sequence of refusals for that
   * reason. Null: no message was refused.
   */
  refused: Nullable(Type.Object({ reason: Type.String(), at: Instant, since: Instant })),
})

/** Schema of a range in which the primary device was in contact with the server; `ended_at` is null while it lasts. */
export const CommDetail = Type.Object({ started_at: Instant, ended_at: Nullable(Instant) })

/**
 * Schema of a machine for its page. `util_*`, `cycles_*`, `parts_*`, groups and sums cover `period`: the requested one or, by
 * default, the machine's local today up to `as_of`.
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
  /** `self`, or the name of the unit from which the schedule is inherited. */
  schedule_source: Type.String(),
  current_shift: CurrentShift,
  /** Last occurrence of shift 1, 2 or 3 that ended in the past 8 days; null: none. */
  last_shift: CurrentShift,
  /** Cycles per hour of running time in the period; null without running time. `parts_per_hour` likewise, for admins only. */
  cycles_per_hour: NumberOrNull,
  parts_per_hour: Type.Optional(NumberOrNull),
  util_s_actual: Seconds,
  util_s_expected: Seconds,
  figures: Figures,
  util_groups: Type.Array(UtilGroup),
  /** Cycles in the same buckets as `util_groups`; `time` is the start of each. */
  cc_groups: Type.Array(Type.Object({ time: Instant, count: Type.Integer(), parts: adminFigures.parts })),
  comm_detail: Type.Array(CommDetail),
  /** Type of the unit that contains the machine: 1 = the root. */
  org_unit_type_id: Type.Integer(),
  /** True if the firmware of the primary device can switch outputs. */
  supports_device_outputs: Type.Boolean(),
  Devices: Type.Array(DeviceOfEquipment),
  /** Start of `period`: that of the machine's local today unless another period was requested. */
  today_started_at: Instant,
  ...period,
})

/**
 * Schema of a unit for its page. Its utilization and figures, and those of its children and machines, cover `period`: the
 * requested one or, by default, the unit's local today up to `as_of`. Status, runs and shifts are those at `as_of`.
 */
export const OrgUnit = Type.Object({
  id: Id,
  name: Type.String(),
  /** Path of the page of the unit. */
  route: Type.String(),
  /** Type of the unit: 1 = the root. */
  org_unit_type_id: Type.Integer(),
  active: Type.Boolean(),
  parent_id: Nullable(Id),
  /** Time zone set on the unit itself; null: inherited. */
  timezone: Nullable(Type.String()),
  actual_timezone: Type.String(),
  /** Units above the unit, nearest first. */
  ancestors: Type.Array(Named),
  schedule: ScheduleWeek,
  /** `self`, or the name of the unit from which the schedule is inherited. */
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
  /**
   * Number of machines of the subtree, without archived ones, whose current shift (else their last one) by their schedule differs
   * from that of the unit.
   */
  other_shifts: Type.Integer(),
  /**
   * Number of machines of the subtree, without archived ones, whose last completed shift by their schedule differs from that of
   * the unit.
   */
  other_last_shifts: Type.Integer(),
  /** Machines of the whole subtree, as tiles, archived ones too. */
  equipment: manyRows(EquipmentTile),
  /**
   * Machines that are part of the sums of the period, but are archived now or were moved out of the subtree; removed ones are
   * left out.
   */
  also_counted: Type.Array(Named),
  /** Utilization as a ratio, above 1 if running outside shifts makes it so; null: nothing was scheduled. */
  current_utilization: NumberOrNull,
  util_s_actual: Seconds,
  util_s_expected: Seconds,
  util_groups: Type.Array(UtilGroup),
  figures: Figures,
  ...period,
})
