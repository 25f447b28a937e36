import { isTimeZone } from '../time/index.ts'
import { isRelativePeriod, type RelativePeriod } from './period.ts'

/** Period of a scope: a relative one, which moves on with the clock, or an absolute one between two instants. */
export interface Period {
  readonly type: 'relative' | 'absolute'
  /** For a relative period, the period itself; for an absolute one, the relative period to go back to. */
  readonly period: RelativePeriod
  /** Start and end (epoch ms): set when `type` is absolute, else null. */
  readonly absStartDate: number | null
  readonly absEndDate: number | null
}

export type ShiftChoice = 0 | 1 | 2 | 3
export type ChartType = 'line' | 'scatter'

/** Choices for the range of a value axis, in standard deviations to each side of the average (specification 1, section 9). */
export const stdDevChoices = [0.5, 1, 3, 6, 9] as const
export type StdDevs = (typeof stdDevChoices)[number]

/** Settings of time and display that all pages share (specification 2, "Scope state"). */
export interface Scope extends Period {
  /** Shift to show; 0 means all shifts. */
  readonly shift: ShiftChoice
  /** Time zone (IANA name) for all times on screen; null: the zone of the unit or machine on screen. */
  readonly timezone: string | null
  /** Minutes past midnight at which days start, 0 to 1,425 in steps of 15. */
  readonly dayStartMin: number
  readonly ignoreStartupCycles: boolean
  readonly ignoreOutlierCycles: boolean
  readonly showDeviceCommDetail: boolean
  readonly showSplitUtilChart: boolean
  /** Range of the value axis in standard deviations; null: the axis shows all values. */
  readonly cycleDataYAxisStdDevs: StdDevs | null
  readonly chartType: ChartType
  readonly showScheduleInheritance: boolean
  readonly showArchivedEquipment: boolean
  /** Period before the first zoom or move; null: the period was not zoomed. */
  readonly zoomedFrom: Period | null
}

export const DAY_START_STEP_MIN = 15
export const MOST_DAY_START_MIN = 1425

/** Earliest instant (epoch ms) of a period, 2000-01-01Z: no device sends anything older (domain, section 1). */
export const FIRST_INSTANT = 946_684_800_000
const LAST_INSTANT = 4_102_444_800_000

export const DEFAULT_SCOPE: Scope = {
  type: 'relative',
  period: '1w',
  absStartDate: null,
  absEndDate: null,
  shift: 0,
  timezone: null,
  dayStartMin: 0,
  ignoreStartupCycles: false,
  ignoreOutlierCycles: false,
  showDeviceCommDetail: false,
  showSplitUtilChart: false,
  cycleDataYAxisStdDevs: 3,
  chartType: 'line',
  showScheduleInheritance: false,
  showArchivedEquipment: false,
  zoomedFrom: null,
}

/** Returns a relative period, without dates. */
export const relative = (period: RelativePeriod): Period => ({
  type: 'relative',
  period,
  absStartDate: null,
  absEndDate: null,
})

/** Returns an absolute period `[from, to)` (epoch ms); `period` is the relative period to which a person can go back. */
export const absolute = (from: number, to: number, period: RelativePeriod = DEFAULT_SCOPE.period): Period => ({
  type: 'absolute',
  period,
  absStartDate: from,
  absEndDate: to,
})

/** Returns true when two periods have the same type, name and dates. */
export const isSamePeriod = (a: Period, b: Period): boolean =>
  a.type === b.type && a.period === b.period && a.absStartDate === b.absStartDate && a.absEndDate === b.absEndDate

const isInstant = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= FIRST_INSTANT && (value as number) <= LAST_INSTANT

/** Returns true for a shift that a person can choose: 1 to 3, or 0 for all shifts. */
export const isShift = (value: unknown): value is ShiftChoice => [0, 1, 2, 3].includes(value as number)
/**
 * Returns true for a start of days that a person can choose: whole minutes after midnight in steps of 15, from 0 to
 * 1,425.
 */
export const isDayStart = (value: unknown): value is number =>
  Number.isInteger(value) &&
  (value as number) >= 0 &&
  (value as number) <= MOST_DAY_START_MIN &&
  (value as number) % DAY_START_STEP_MIN === 0
/** Returns true for a range of the value axis that a person can choose: one of `stdDevChoices`, in standard deviations. */
export const isStdDevs = (value: unknown): value is StdDevs => (stdDevChoices as readonly unknown[]).includes(value)

/**
 * Returns the period in a value of unknown shape. An invalid relative period becomes the default. Undefined for an unknown type,
 * and for an absolute period whose dates are invalid, before 2000, or not in order.
 */
function periodFrom(value: unknown): Period | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { type, period, absStartDate, absEndDate } = value as Partial<Period>
  const relativePeriod = isRelativePeriod(period) ? period : DEFAULT_SCOPE.period
  if (type === 'relative') return relative(relativePeriod)
  if (type !== 'absolute' || !isInstant(absStartDate) || !isInstant(absEndDate)) return undefined
  return absStartDate < absEndDate ? absolute(absStartDate, absEndDate, relativePeriod) : undefined
}

const flag = (value: unknown, otherwise: boolean): boolean => (typeof value === 'boolean' ? value : otherwise)

/**
 * Returns a scope from a stored value of unknown shape; never throws. Each field that is missing or invalid gets its default.
 */
export function scopeFrom(value: unknown): Scope {
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Partial<Record<keyof Scope, unknown>>
  const given = DEFAULT_SCOPE
  const { shift, timezone, dayStartMin, cycleDataYAxisStdDevs: stdDevs } = fields
  return {
    ...(periodFrom(fields) ?? relative(isRelativePeriod(fields.period) ? fields.period : given.period)),
    shift: isShift(shift) ? shift : given.shift,
    timezone: typeof timezone === 'string' && isTimeZone(timezone) ? timezone : null,
    dayStartMin: isDayStart(dayStartMin) ? dayStartMin : given.dayStartMin,
    ignoreStartupCycles: flag(fields.ignoreStartupCycles, given.ignoreStartupCycles),
    ignoreOutlierCycles: flag(fields.ignoreOutlierCycles, given.ignoreOutlierCycles),
    showDeviceCommDetail: flag(fields.showDeviceCommDetail, given.showDeviceCommDetail),
    showSplitUtilChart: flag(fields.showSplitUtilChart, given.showSplitUtilChart),
    cycleDataYAxisStdDevs: stdDevs === null || isStdDevs(stdDevs) ? stdDevs : given.cycleDataYAxisStdDevs,
    chartType: fields.chartType === 'scatter' ? 'scatter' : 'line',
    showScheduleInheritance: flag(fields.showScheduleInheritance, given.showScheduleInheritance),
    showArchivedEquipment: flag(fields.showArchivedEquipment, given.showArchivedEquipment),
    zoomedFrom: periodFrom(fields.zoomedFrom) ?? null,
  }
}
