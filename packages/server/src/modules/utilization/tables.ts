import type { Generated } from 'kysely'
import type { Id, Ms } from '../../platform/columns.ts'

/** Columns with the sums of cycles and readings in one row; null: the row has none. */
interface EventSumColumns {
  cycle_ms_sum: number | null
  startup_ms_sum: number | null
  outlier_ms_sum: number | null
  parts: number | null
  temperature_sum: number | null
  analog_sum: number | null
  cycles: number | null
  cycle_ms_count: number | null
  startup_count: number | null
  outlier_count: number | null
  temperature_count: number | null
  analog_count: number | null
}

/** Columns with the time of one shift by class, in ms; with a negative `shift` the time outside shift history. */
interface ShiftTimeColumns extends EventSumColumns {
  running_ms: number
  down_short_ms: number
  down_excessive_ms: number
  offline_ms: number
  powered_off_ms: number
  shift_date: number
  shift: number
}

/** Columns with the time by class, in ms: inside shift history, and outside all of it. */
interface TimeColumns extends EventSumColumns {
  running_in_ms: number
  down_short_in_ms: number
  down_excessive_in_ms: number
  offline_in_ms: number
  powered_off_in_ms: number
  running_out_ms: number
  down_short_out_ms: number
  down_excessive_out_ms: number
  offline_out_ms: number
  powered_off_out_ms: number
}

export interface RollupQuarterTable extends ShiftTimeColumns {
  company_id: Id
  equipment_id: Id
  bucket_at: Ms
}

export interface RollupDayTable extends TimeColumns {
  company_id: Id
  equipment_id: Id
  day_from: Ms
  day_to: Ms
}

export interface RollupDayShiftTable extends ShiftTimeColumns {
  company_id: Id
  equipment_id: Id
  day_from: Ms
  day_to: Ms
}

export interface RollupWeekTable extends TimeColumns {
  company_id: Id
  equipment_id: Id
  week_from: Ms
  week_to: Ms
}

export interface RollupStopTable {
  company_id: Id
  equipment_id: Id
  ended_at: Ms
  started_at: Ms
  scheduled_ms: number
  status_interval_id: Id
}

export interface RollupStateTable {
  company_id: Id
  equipment_id: Id
  built_from: Ms
  built_to: Ms
  looked_to: Ms
  zone: string
  has_weeks: Generated<boolean>
  has_stops: Generated<boolean>
}

export interface RollupDirtyTable {
  company_id: Id
  rollup_dirty_id: Generated<Id>
  equipment_id: Id
  started_at: Ms
  ended_at: Ms
}

declare module '../../platform/tables.ts' {
  interface Tables {
    rollup_quarter: RollupQuarterTable
    rollup_day: RollupDayTable
    rollup_day_shift: RollupDayShiftTable
    rollup_week: RollupWeekTable
    rollup_stop: RollupStopTable
    rollup_state: RollupStateTable
    rollup_dirty: RollupDirtyTable
  }
}
