import { MINUTE_MS, SECOND_MS } from '../time/index.ts'

/**
 * Stored data that a change of a setting makes invalid from the instant of the change on. A setting without an effect is
 * read for each instant.
 */
export type SettingEffect =
  /** The status is recomputed, with the cause `changed_setting`. */
  | 'status_setting'
  /** Stops may become excessive or no longer be so, and the rollups of whole stops are built again. */
  | 'stop_setting'
  /** The machine inherits from other units: shift history is written ahead again, and rollups are built again. */
  | 'parent'

/** Column, label and effect of a value of a machine that is kept over time. */
export interface KeptSetting {
  /** Column of `equipment_setting`. */
  readonly column: string
  /** Name on the screen, in the form and in the audit log. */
  readonly label: string
  readonly effect?: SettingEffect
}

interface Setting extends KeptSetting {
  /** Name in the API, in requests and answers. */
  readonly wire: string
  readonly hint?: string
  /** Group of fields that a caller must be allowed to see; absent: everybody sees the setting. */
  readonly group?: 'money'
  /** True: the answer for the tile of a machine contains the setting too. */
  readonly onTile?: true
}

interface SwitchSetting extends Setting {
  readonly kind: 'switch'
  readonly default: boolean
}

/** Setting with a number; a duration is in ms here and in seconds in the API. */
export interface NumberSetting extends Setting {
  readonly kind: 'amount' | 'duration'
  readonly default: number | null
  /** True: the setting may be null, and its field blank. */
  readonly optional: boolean
  readonly minimum: number
  readonly maximum: number
  /** Number of ms in the unit of the field of a duration; 1 for an amount. */
  readonly fieldUnit: number
  /** Message at the field for a value that cannot be saved. */
  readonly fault: string
}

/** Setting with one of several values, or null. */
interface ChoiceSetting extends Setting {
  readonly kind: 'choice'
  readonly default: null
  /** Values with their text on the screen. */
  readonly choices: Readonly<Record<string, string>>
  /** Text on the screen for null. */
  readonly none: string
}

export type MachineSetting = SwitchSetting | NumberSetting | ChoiceSetting

const YEAR_MS = 31_536_000_000

/**
 * Settings of a machine that admins change. One row describes each setting: columns, requests, answers, form fields, audit texts
 * and effects derive from the rows. The order is that of the form.
 */
export const machineSettings = {
  hourlyRevenue: {
    kind: 'amount',
    column: 'hourly_revenue',
    wire: 'hourly_revenue',
    label: 'Hourly revenue',
    group: 'money',
    default: null,
    optional: true,
    minimum: 0,
    maximum: 1e12,
    fieldUnit: 1,
    fault: 'Type an amount of 0 or more, or leave it blank',
  },
  hourlyParts: {
    kind: 'amount',
    column: 'hourly_parts',
    wire: 'hourly_parts',
    label: 'Hourly parts',
    group: 'money',
    default: null,
    optional: true,
    minimum: 0,
    maximum: 1e12,
    fieldUnit: 1,
    fault: 'Type a number of 0 or more, or leave it blank',
  },
  /** Longest allowed cycle time T (ms); null: computed from the last cycles. */
  maximumCycleMs: {
    kind: 'duration',
    column: 'maximum_cycle_ms',
    wire: 'maximum_allowed_cycle_time',
    label: 'Maximum cycle time, seconds',
    hint: 'Blank: computed from the last 100 cycles.',
    default: 300_000,
    optional: true,
    minimum: 1,
    maximum: YEAR_MS,
    fieldUnit: SECOND_MS,
    fault: 'Type more than 0 seconds, or leave it blank',
    effect: 'status_setting',
  },
  excessiveDowntimeThresholdMs: {
    kind: 'duration',
    column: 'excessive_downtime_threshold_ms',
    wire: 'excessive_downtime_threshold',
    label: 'Excessive downtime threshold, minutes',
    onTile: true,
    default: 2_100_000,
    optional: false,
    minimum: 1,
    maximum: YEAR_MS,
    fieldUnit: MINUTE_MS,
    fault: 'Type more than 0 minutes',
    effect: 'stop_setting',
  },
  excessiveDowntimeEnabled: {
    kind: 'switch',
    column: 'excessive_downtime_enabled',
    wire: 'excessive_downtime_enabled',
    label: 'Track excessive downtime',
    hint: 'Reports, displays and alarms show stops that reach the threshold.',
    onTile: true,
    default: true,
  },
  /** True: down time of stops that are not excessive counts as effective run. */
  utilInclLtXsfDt: {
    kind: 'switch',
    column: 'util_incl_lt_xsf_dt',
    wire: 'util_incl_lt_xsf_dt',
    label: 'Count downtime below the threshold as running',
    hint: 'Stops that are not excessive do not lower utilization.',
    default: false,
  },
  utilCappedBySchedule: {
    kind: 'switch',
    column: 'util_capped_by_schedule',
    wire: 'util_capped_by_schedule',
    label: 'Cap utilization by schedule',
    hint: 'Running outside scheduled time does not count.',
    default: true,
  },
  utilExcluded: {
    kind: 'switch',
    column: 'util_excluded',
    wire: 'util_excluded',
    label: 'Exclude from utilization',
    hint: 'Units above leave this equipment out of their sums.',
    onTile: true,
    default: false,
  },
  /** Source that decides between running and down, when an admin fixed it; null: it follows from the signals. */
  source: {
    kind: 'choice',
    column: 'source',
    wire: 'source',
    label: 'Running is decided by',
    choices: { inputs: 'Inputs', cycles: 'Cycles', status: 'Status messages' },
    none: 'As its signals say',
    default: null,
    effect: 'status_setting',
  },
} as const satisfies Readonly<Record<string, MachineSetting>>

/** Parent unit and activity of a machine. They are kept over time like settings, but have calls and fields of their own. */
export const machinePlace = {
  parentOrgUnitId: { column: 'parent_org_unit_id', label: 'Parent', effect: 'parent' },
  active: { column: 'active', label: 'Active', effect: 'stop_setting' },
} as const satisfies Readonly<Record<string, KeptSetting>>

type Rows = typeof machineSettings
export type MachineSettingName = keyof Rows

type ValueOf<Row extends MachineSetting> = Row extends SwitchSetting
  ? boolean
  : Row extends { readonly choices: infer Choices }
    ? keyof Choices | null
    : Row extends { readonly optional: true }
      ? number | null
      : number

/** Value of each setting of a machine, by the name of the setting; durations in ms. */
export type MachineSettingValues = { readonly [Name in MachineSettingName]: ValueOf<Rows[Name]> }

/** Names of a machine's settings, in the order of the form. */
export const machineSettingNames = Object.keys(machineSettings) as readonly MachineSettingName[]
