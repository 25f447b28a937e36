import { isTimeZone } from '../time/index.ts'
import { isRelativePeriod, type RelativePeriod } from './period.ts'

/** Which time is looked at: one that runs on with the clock, or one between two instants (epoch ms). */
export interface Period {
  readonly type: 'relative' | 'absolute'
  /** What a relative one is, and what an absolute one goes back to. */
  readonly period: RelativePeriod
  /** Both are told when `type` is absolute, and null otherwise. */
  readonly absStartDate: number | null
  readonly absEndDate: number | null
}

export type ShiftChoice = 0 | 1 | 2 | 3
export type ChartType = 'line' | 'scatter'

/** Standard deviations a value axis may reach to both sides of the average (specification 1, section 9). */
export const stdDevChoices = [0.5, 1, 3, 6, 9] as const
export type StdDevs = (typeof stdDevChoices)[number]

/** What every page shows and how: the state of specification 2, "Scope state". */
export interface Scope extends Period {
  /** 0 all shifts. */
  readonly shift: ShiftChoice
  /** IANA name; null: the own zone of the unit or machine on screen. */
  readonly timezone: string | null
  /** Minutes past midnight at which days start, 0 to 1,425 in steps of 15. */
  readonly dayStartMin: number
  readonly ignoreStartupCycles: boolean
  readonly ignoreOutlierCycles: boolean
  readonly showDeviceCommDetail: boolean
  readonly showSplitUtilChart: boolean
  /** null: the axis holds all values. */
  readonly cycleDataYAxisStdDevs: StdDevs | null
  readonly chartType: ChartType
  readonly showScheduleInheritance: boolean
  readonly showArchivedEquipment: boolean
  /** The period before it was zoomed or moved; null: it was not. */
  readonly zoomedFrom: Period | null
}

export const DAY_START_STEP_MIN = 15
export const MOST_DAY_START_MIN = 1425

/** No device was ever heard before (domain, section 1); nothing after is beyond what dates can hold. */
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

export const relative = (period: RelativePeriod): Period => ({
  type: 'relative',
  period,
  absStartDate: null,
  absEndDate: null,
})

/** An absolute period; `period` is the relative one it goes back to. */
export const absolute = (from: number, to: number, period: RelativePeriod = DEFAULT_SCOPE.period): Period => ({
  type: 'absolute',
  period,
  absStartDate: from,
  absEndDate: to,
})

export const isSamePeriod = (a: Period, b: Period): boolean =>
  a.type === b.type && a.period === b.period && a.absStartDate === b.absStartDate && a.absEndDate === b.absEndDate

const isInstant = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= FIRST_INSTANT && (value as number) <= LAST_INSTANT

export const isShift = (value: unknown): value is ShiftChoice => [0, 1, 2, 3].includes(value as number)
export const isDayStart = (value: unknown): value is number =>
  Number.isInteger(value) &&
  (value as number) >= 0 &&
  (value as number) <= MOST_DAY_START_MIN &&
  (value as number) % DAY_START_STEP_MIN === 0
export const isStdDevs = (value: unknown): value is StdDevs => (stdDevChoices as readonly unknown[]).includes(value)

/** What of an unknown value is a period; undefined where it is none. */
function periodFrom(value: unknown): Period | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { type, period, absStartDate, absEndDate } = value as Partial<Period>
  const known = isRelativePeriod(period) ? period : DEFAULT_SCOPE.period
  if (type === 'relative') return relative(known)
  if (type !== 'absolute' || !isInstant(absStartDate) || !isInstant(absEndDate)) return undefined
  return absStartDate < absEndDate ? absolute(absStartDate, absEndDate, known) : undefined
}

const flag = (value: unknown, otherwise: boolean): boolean => (typeof value === 'boolean' ? value : otherwise)

/** A scope from whatever was kept: each field that is none, or of another time, is as by default. */
export function scopeFrom(value: unknown): Scope {
  const known = (typeof value === 'object' && value !== null ? value : {}) as Partial<Record<keyof Scope, unknown>>
  const given = DEFAULT_SCOPE
  const { shift, timezone, dayStartMin, cycleDataYAxisStdDevs: stdDevs } = known
  return {
    ...(periodFrom(known) ?? relative(isRelativePeriod(known.period) ? known.period : given.period)),
    shift: isShift(shift) ? shift : given.shift,
    timezone: typeof timezone === 'string' && isTimeZone(timezone) ? timezone : null,
    dayStartMin: isDayStart(dayStartMin) ? dayStartMin : given.dayStartMin,
    ignoreStartupCycles: flag(known.ignoreStartupCycles, given.ignoreStartupCycles),
    ignoreOutlierCycles: flag(known.ignoreOutlierCycles, given.ignoreOutlierCycles),
    showDeviceCommDetail: flag(known.showDeviceCommDetail, given.showDeviceCommDetail),
    showSplitUtilChart: flag(known.showSplitUtilChart, given.showSplitUtilChart),
    cycleDataYAxisStdDevs: stdDevs === null || isStdDevs(stdDevs) ? stdDevs : given.cycleDataYAxisStdDevs,
    chartType: known.chartType === 'scatter' ? 'scatter' : 'line',
    showScheduleInheritance: flag(known.showScheduleInheritance, given.showScheduleInheritance),
    showArchivedEquipment: flag(known.showArchivedEquipment, given.showArchivedEquipment),
    zoomedFrom: periodFrom(known.zoomedFrom) ?? null,
  }
}
